// Installs the npm dependencies if they are missing or do not match package-lock.json.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.mjs";
import { inRoot, pinnedNode } from "./paths.mjs";
import { run, systemEnvironment } from "./run.mjs";

// Inside node_modules: `npm ci` empties that folder first, so an aborted install leaves no stamp.
const stampFile = inRoot("node_modules", ".pulse-installed");
const lowestNode = 20;

/** Makes node_modules match package-lock.json; several may run at once. Ends the process with a clear line if it cannot. */
export async function ensureDependencies() {
  if (Number(process.versions.node.split(".")[0]) < lowestNode)
    fail(`Pulse needs Node ${lowestNode} or newer to start its scripts; this is ${process.versions.node}.`);
  if (upToDate()) return;
  await withLock("install", async () => {
    if (upToDate()) return;
    process.stderr.write("Installing dependencies (npm ci) ...\n");
    const started = performance.now();
    const code = await run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
      env: systemEnvironment(),
      shell: process.platform === "win32",
    });
    if (code === 127) fail("npm was not found. Install Node 20 or newer together with npm and try again.");
    if (code !== 0) fail(`npm ci ended with exit code ${code}; what it says above tells why.`);
    if (!existsSync(pinnedNode))
      fail("npm ci left out the pinned Node (package `node`): its install script must be allowed to run.");
    writeFileSync(stampFile, lockHash());
    process.stderr.write(`Installed in ${((performance.now() - started) / 1000).toFixed(0)} s.\n`);
  });
}

function upToDate() {
  if (!existsSync(pinnedNode)) return false;
  if (existsSync(stampFile)) return readFileSync(stampFile, "utf8") === lockHash();
  // Installed manually with npm: its own record says what is there.
  if (!installedMatchesLock()) return false;
  writeFileSync(stampFile, lockHash());
  return true;
}

function lockHash() {
  return createHash("sha256")
    .update(readFileSync(inRoot("package-lock.json")))
    .digest("hex");
}

function installedMatchesLock() {
  const record = inRoot("node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, "utf8")).packages;
  const wanted = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8")).packages;
  // Optional ones are for other platforms too; links and workspaces have no version of their own to compare.
  return Object.entries(wanted).every(
    ([path, entry]) =>
      !path.startsWith("node_modules/") || entry.optional || entry.link || installed[path]?.version === entry.version,
  );
}

function fail(line) {
  process.stderr.write(`pulse: ${line}\n`);
  process.exit(1);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await ensureDependencies();
