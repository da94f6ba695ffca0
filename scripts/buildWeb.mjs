import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashOfSources } from "./hashOfSources.mjs";
import { withLock } from "./lock.mjs";
import { inRoot } from "./paths.mjs";
import { runNode, toolEnvironment } from "./run.mjs";

// What is built from web: a change in any of these makes it stale.
const sources = ["web", "contract/src", "geo/src", "identity/src", "package-lock.json", "tsconfig.json"];
const leftOut = new Set(["node_modules", "dist"]);
const vite = inRoot("node_modules", "vite", "bin", "vite.js");
const app = { title: "web app", folder: inRoot("web", "dist"), parameters: [] };
const benchFolder = inRoot(".cache", "bench-map");
const mapBench = {
  title: "map's benchmark",
  folder: benchFolder,
  parameters: ["bench", "--outDir", benchFolder, "--emptyOutDir"],
};

/** Builds the web app if web/dist is missing or was built from other sources. Resolves to false if the build fails. */
export function buildWebIfStale() {
  return buildIfStale(app);
}

/** Builds the page of the map's benchmark in the same way; resolves to its folder, or to null if the build fails. */
export async function buildMapBenchIfStale() {
  return (await buildIfStale(mapBench)) ? benchFolder : null;
}

async function buildIfStale({ title, folder, parameters }) {
  // Inside the folder: Vite empties it, so a manual or aborted build leaves no stamp.
  const stampFile = join(folder, ".built-from");
  const isFresh = () =>
    existsSync(stampFile) &&
    existsSync(join(folder, "index.html")) &&
    readFileSync(stampFile, "utf8") === hashOfSources(sources, leftOut);
  if (isFresh()) return true;
  return withLock("web-build", async () => {
    if (isFresh()) return true;
    process.stderr.write(`Building the ${title} ...\n`);
    const hash = hashOfSources(sources, leftOut);
    const started = performance.now();
    const code = await runNode([vite, "build", ...parameters, "--logLevel", "warn"], {
      cwd: inRoot("web"),
      // Also runs within tests, where NODE_ENV=test would include React's development build.
      env: toolEnvironment({ NODE_ENV: "production" }),
    });
    if (code !== 0) {
      process.stderr.write(`pulse: building the ${title} failed (vite build, exit code ${code}).\n`);
      return false;
    }
    writeFileSync(stampFile, hash);
    process.stderr.write(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
    return true;
  });
}
