// How much of the accuracy project `npm test` runs (decision 35): everything, if a source that its figures depend on has
// changed since all of it last passed; else its two short scenarios.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { root } from "./paths.mjs";

/** The short scenarios' file; the other files do not repeat them. */
export const shortAccuracy = "accuracy/src/short.test.ts";

const recordFile = "accuracy/passed.json";
/** Every source of these counts; of other workspaces those that the measurements import. */
const wholeWorkspaces = ["accuracy", "geo", "positioning", "protocols", "simulator"];

/** The workspaces with sources that have changed since everything last passed; empty: the short scenarios are enough. */
export function accuracyNeeded(folder = root) {
  const file = join(folder, recordFile);
  const passed = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const present = sourceHashes(folder);
  return Object.keys(present).filter((workspace) => passed[workspace] !== present[workspace]);
}

/** Notes that everything passed with the present sources; the file is to be committed. */
export function recordAccuracyPassed(folder = root) {
  writeFileSync(join(folder, recordFile), `${JSON.stringify(sourceHashes(folder), null, 2)}\n`);
}

function sourceHashes(folder) {
  const whole = wholeWorkspaces.flatMap((workspace) => sourcesUnder(folder, `${workspace}/src`));
  const sources = [...withImports(folder, whole), "accuracy/baseline.json"].toSorted((a, b) => (a < b ? -1 : 1));
  const byWorkspace = new Map();
  for (const path of sources) {
    const workspace = path.split("/")[0];
    if (!byWorkspace.has(workspace)) byWorkspace.set(workspace, createHash("sha256"));
    byWorkspace.get(workspace).update(`${path}\n${textOf(folder, path)}\n`);
  }
  return Object.fromEntries([...byWorkspace].map(([name, hash]) => [name, hash.digest("hex").slice(0, 16)]));
}

/** Tests of other workspaces change no figure; the accuracy project's own are what passed. */
function sourcesUnder(folder, under) {
  return readdirSync(join(folder, under), { withFileTypes: true }).flatMap((entry) => {
    const path = `${under}/${entry.name}`;
    if (entry.isDirectory()) return sourcesUnder(folder, path);
    return path.endsWith(".ts") && (path.startsWith("accuracy/") || !path.endsWith(".test.ts")) ? [path] : [];
  });
}

/** These sources and all that they import as values, directly or not. */
function withImports(folder, sources) {
  const reached = new Set(sources);
  // A set is iterated to its end, also over what is added meanwhile.
  for (const path of reached)
    for (const [, from] of textOf(folder, path).matchAll(/^(?:import|export)(?! type\b)[^;]*? from "([^"]+)";/gm)) {
      const imported = from.startsWith(".")
        ? posix.join(posix.dirname(path), from)
        : from.replace(/^@pulse\/(\w+)\/(.+)$/, "$1/src/$2.ts");
      if (imported.endsWith(".ts")) reached.add(imported);
    }
  return reached;
}

function textOf(folder, path) {
  return readFileSync(join(folder, path), "utf8").replaceAll("\r\n", "\n");
}
