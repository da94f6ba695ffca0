// `node scripts/completeLock.mjs` after an `npm install` that changed package-lock.json.
// If a registry does not serve the optional packages of other platforms, npm leaves them out, and `npm ci` then refuses the
// lock file everywhere. This adds them with version and platform, so that each machine installs its own.
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inRoot } from "./paths.mjs";

const systems = /-?\b(darwin|linux|win32|android|freebsd|openharmony)\b/;
const processors = /\b(arm64|x64|ia32|arm|ppc64|riscv64|s390x)\b/;

/** Optional dependencies that the lock file's packages name but that have no entry in it. */
export function missingOptional(packages) {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !holders(path).some((holder) => packages[`${holder}node_modules/${name}`]))
      .map(([name, version]) => ({ name, version, dev })),
  );
}

/** The folders where Node looks for a dependency of the package at `path`, innermost first, each with a trailing slash. */
function holders(path) {
  const parts = path === "" ? [] : path.split("/node_modules/");
  return ["", ...parts.map((_, nth) => `${parts.slice(0, nth + 1).join("/node_modules/")}/`)].toReversed();
}

function entryOf({ name, version, dev }) {
  const [os, cpu] = [systems.exec(name)?.[1], processors.exec(name)?.[1]];
  if (!/^\d+[.]\d+[.]\d+\S*$/.test(version) || !os || !cpu)
    throw new Error(`cannot tell the platform of ${name}@${version}`);
  return { version, cpu: [cpu], ...(dev ? { dev } : {}), optional: true, os: [os] };
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const file = inRoot("package-lock.json");
  const lock = JSON.parse(readFileSync(file, "utf8"));
  const missing = missingOptional(lock.packages);
  for (const one of missing) lock.packages[`node_modules/${one.name}`] = entryOf(one);
  const byPath = ([a], [b]) => a.localeCompare(b, "en");
  lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(byPath));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`${missing.length} optional packages of other platforms added to package-lock.json\n`);
}
