// Builds the documentation site into docs/dist, which Pulse serves under /docs.
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hashOfSources } from "./hashOfSources.mjs";
import { withLock } from "./lock.mjs";
import { inRoot, pinnedNode, root } from "./paths.mjs";
import { runNode, toolEnvironment } from "./run.mjs";

// What is built from them: a change in any makes the site stale.
const sources = ["docs", "contract/src", "README.md", "package-lock.json"];
const leftOut = new Set(["node_modules", "dist", "test"]);
const folder = inRoot("docs", "dist");
const built = inRoot(".cache", "docs", "built");
const stampName = ".built-from";

/**
 * Builds the site as it is published beside the demo without a server. Resolves to its folder, or to null if that fails.
 * @param {string} base the site's folder on its host, `/docs/`
 * @param {string} demoUrl where the demo is that the start page shows
 */
export function buildPublishedDocs(base, demoUrl) {
  return withLock("docs-build", async () => {
    const code = await runBuild([`--base=${base}`, `--demo=${demoUrl}`]);
    return code === 0 ? inRoot(".cache", "docs-published", "built") : null;
  });
}

/** Builds the site if it is missing or was built from other sources. Resolves to false if the build fails. */
export async function buildDocsIfStale() {
  if (isFresh()) return true;
  return withLock("docs-build", async () => {
    if (isFresh()) return true;
    process.stderr.write("Building the documentation ...\n");
    const started = performance.now();
    const hash = hashOfSources(sources, leftOut);
    rmSync(built, { recursive: true, force: true });
    const code = await runBuild([]);
    if (code !== 0) {
      process.stderr.write(`pulse: building the documentation failed (exit code ${code}).\n`);
      return false;
    }
    // A release names the licences of what is inside by it.
    cpSync(inRoot(".cache", "docs", "modules.json"), join(built, ".modules.json"));
    writeFileSync(join(built, stampName), hash);
    // At once, so that nobody is served half of it.
    rmSync(folder, { recursive: true, force: true });
    renameSync(built, folder);
    process.stderr.write(`Built the documentation in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
    return true;
  });
}

/**
 * Builds the site in another process if it is stale, without waiting for it: a start must not take longer for pages that
 * somebody may read later. What it says goes to .cache/docs-build.log.
 */
export function buildDocsInBackground() {
  if (isFresh()) return;
  mkdirSync(inRoot(".cache"), { recursive: true });
  const log = openSync(inRoot(".cache", "docs-build.log"), "w");
  const child = spawn(pinnedNode, [fileURLToPath(import.meta.url)], {
    cwd: root,
    stdio: ["ignore", log, log],
    detached: true,
  });
  child.on("error", () => undefined);
  // The product that starts meanwhile comes first.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.unref();
}

function runBuild(words) {
  const build = ["--disable-warning=ExperimentalWarning", inRoot("docs", "site", "build.ts"), ...words];
  // Also runs within tests, whose NODE_ENV is not a production's.
  return runNode(build, { env: toolEnvironment({ NODE_ENV: "production" }), stdio: ["ignore", "ignore", "inherit"] });
}

function isFresh() {
  const stamp = join(folder, stampName);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hashOfSources(sources, leftOut);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exitCode = (await buildDocsIfStale()) ? 0 : 1;
