import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { inRoot, root } from "./paths.mjs";
import { runNode, toolEnvironment } from "./run.mjs";

// The sources of the built app: a change in any of these makes web/dist stale.
const sources = ["web", "contract/src", "geo/src", "package-lock.json", "tsconfig.json"];
const leftOut = new Set(["node_modules", "dist"]);
// Inside dist: Vite empties that folder, so a manual or aborted build leaves no stamp.
const stampFile = inRoot("web", "dist", ".built-from");

/** Builds the web app if web/dist is missing or was built from other sources. Resolves to false if the build fails. */
export async function buildWebIfStale() {
  if (isFresh()) return true;
  return withLock("web-build", async () => {
    if (isFresh()) return true;
    process.stderr.write("Building the web app ...\n");
    const hash = hashOfSources();
    const started = performance.now();
    const code = await runNode([inRoot("node_modules", "vite", "bin", "vite.js"), "build", "--logLevel", "warn"], {
      cwd: inRoot("web"),
      // Also runs within tests, where NODE_ENV=test would include React's development build.
      env: toolEnvironment({ NODE_ENV: "production" }),
    });
    if (code !== 0) {
      process.stderr.write(`pulse: building the web app failed (vite build, exit code ${code}).\n`);
      return false;
    }
    writeFileSync(stampFile, hash);
    process.stderr.write(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
    return true;
  });
}

function isFresh() {
  return (
    existsSync(stampFile) &&
    existsSync(inRoot("web", "dist", "index.html")) &&
    readFileSync(stampFile, "utf8") === hashOfSources()
  );
}

function hashOfSources() {
  const hash = createHash("sha256");
  for (const source of sources) addToHash(hash, source);
  return hash.digest("hex");
}

function addToHash(hash, path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  if (statSync(full).isFile()) {
    hash.update(`${path}\0`).update(readFileSync(full)).update("\0");
    return;
  }
  for (const name of readdirSync(full).toSorted())
    if (!leftOut.has(name) && !/\.test\.tsx?$/.test(name)) addToHash(hash, join(path, name));
}
