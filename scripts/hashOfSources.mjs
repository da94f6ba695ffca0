import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";

/**
 * A hash of all files in these folders of the repository (files may be named as well), by which a build knows whether it is
 * stale. Leaves out tests, and files and folders with one of the names `leftOut`.
 */
export function hashOfSources(sources, leftOut) {
  const hash = createHash("sha256");
  const add = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isFile()) {
      hash.update(`${path}\0`).update(readFileSync(full)).update("\0");
      return;
    }
    for (const name of readdirSync(full).toSorted())
      if (!leftOut.has(name) && !/\.test\.tsx?$/.test(name)) add(join(path, name));
  };
  for (const source of sources) add(source);
  return hash.digest("hex");
}
