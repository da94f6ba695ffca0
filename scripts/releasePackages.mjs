// Which packages are in a release, by their folders in package-lock.json ("node_modules/a/node_modules/b").
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** An order that no machine's language changes. */
export const byCodePoint = (a, b) => (a < b ? -1 : Number(a > b));

/** The folders of the packages that these files belong to; files outside of node_modules belong to none. */
export function packagePaths(files) {
  const folder = /node_modules\/(?:(?:@[^/]+\/)?[^/]+\/node_modules\/)*(?:@[^/]+\/)?[^/]+(?=\/)/;
  const found = files.map((file) => folder.exec(file.replaceAll("\\", "/"))?.[0]);
  return [...new Set(found.filter((path) => path !== undefined))].toSorted(byCodePoint);
}

/**
 * The packages inside the built web app: those that its source maps name, and those that web/package.json names, since
 * fonts and the like are in no source map.
 */
export function webPackagePaths(folder, { dependencies }, lock) {
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".map"))
    .flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")).sources);
  const named = Object.keys(dependencies)
    .filter((name) => !name.startsWith("@pulse/"))
    .map((name) => pathOf(lock, "web", name));
  return [...new Set([...packagePaths(sources), ...named])].toSorted(byCodePoint);
}

/**
 * The packages that npm installs for these ones: `required`, themselves included, everywhere, and `optional`, of which each
 * platform takes its own.
 */
export function installedClosure(lock, names) {
  const [required, optional] = [new Set(), new Set()];
  const add = (path, into) => {
    if (required.has(path) || into.has(path)) return;
    into.add(path);
    const { dependencies = {}, optionalDependencies = {} } = lock[path];
    for (const name of Object.keys(dependencies))
      if (!(name in optionalDependencies)) add(pathOf(lock, path, name), into);
    for (const name of Object.keys(optionalDependencies)) add(pathOf(lock, path, name), optional);
  };
  for (const name of names) add(`node_modules/${name}`, required);
  return { required: [...required].toSorted(byCodePoint), optional: [...optional].toSorted(byCodePoint) };
}

/** Where Node finds `name` from the package at `from`: in its own node_modules, or in those of a folder around it. */
function pathOf(lock, from, name) {
  for (let holder = from; ; holder = holder.slice(0, Math.max(holder.lastIndexOf("/node_modules/"), 0))) {
    const path = `${holder === "" ? "" : `${holder}/`}node_modules/${name}`;
    if (path in lock) return path;
    if (holder === "") throw new Error(`package-lock.json has no ${name} for ${from}`);
  }
}
