// What has changed in the work tree, and which browser specs that can break: for `npm test -- changed`.
import { spawnSync } from "node:child_process";
import { root } from "./paths.mjs";

/**
 * The files that differ from a commit (HEAD: what is not committed yet), new ones included, as paths from the root. Throws
 * git's message if the commit does not exist.
 */
export function changedFiles(since = "HEAD", repository = root) {
  return [
    ...git(repository, "diff", "--name-only", "--no-renames", "--diff-filter=d", since),
    ...git(repository, "ls-files", "--others", "--exclude-standard"),
  ];
}

function git(cwd, ...parameters) {
  const { status, stdout, stderr, error } = spawnSync("git", parameters, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${parameters.join(" ")}: ${error?.message ?? stderr.trim()}`);
  return stdout.split("\n").filter((path) => path !== "");
}

/** What every spec stands on: a change there concerns all of them. */
const underEverySpec = /^e2e\/(support\/|[^/]+$)/;

/**
 * The specs that a change of these files can break: a changed spec, and the specs that are named after the folder or the
 * contract's file that changed. `web/src/geofences/…` leads to `sites/geofences.spec.ts`, `web/src/map/…` to every spec
 * with "map" in its name. It is a guess for the minutes between two edits; the whole suite decides.
 * @param {string[]} changed
 * @param {string[]} specs
 */
export function specsToRun(changed, specs) {
  if (changed.some((path) => underEverySpec.test(path))) return specs;
  const subjects = new Set(changed.flatMap((path) => subjectOf(path) ?? []));
  return specs.filter((spec) => changed.includes(spec) || wordsOf(spec).some((word) => subjects.has(word)));
}

/** The singular word that names what a source is about, such as "geofence"; null: no spec is named after it. */
function subjectOf(path) {
  const name =
    /^(?:web\/src|server\/src\/(?:pipeline|resources|platform)|server\/src)\/(\w+)\//.exec(path)?.[1] ??
    /^contract\/src\/(\w+)[.]ts$/.exec(path)?.[1];
  return name === undefined ? null : singular(name.toLowerCase());
}

/** "e2e/specs/sites/mapRoom.spec.ts" → site, map, room. */
function wordsOf(spec) {
  const path = spec.replace(/^e2e\/specs\//, "").replace(/[.]spec[.]ts$/, "");
  return path
    .split("/")
    .flatMap((part) => [part, ...part.split(/(?=[A-Z])/)])
    .map((word) => singular(word.toLowerCase()));
}

const singular = (word) => word.replace(/s$/, "");
