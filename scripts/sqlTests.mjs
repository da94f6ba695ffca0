// Which test files run over PostgreSQL too, besides the embedded database. Nobody lists them: their sources decide.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "./paths.mjs";

/** Parts of the database: its adapter, the statements, jobs, the transactions of writes, and a database for tests. */
const sql =
  /^(kysely|pg)$|[.]repository[.]ts$|\/platform\/database\/|\/platform\/(jobs|writes)\/|\/support\/database[.]ts$/;
/** The set-up of nearly every test, which reaches everything. */
const setUp =
  /\/support\/(testPulse|builders|people|rights|siteForms|scheduleForms|siteWithAdmin|anOrganisation|namedThings|world)[.]ts$/;

/** The modules that a source imports for more than their types, each with the names that it takes. */
export function importsOf(source) {
  const statements = source.matchAll(/^import\s+(?!type\s)(?:([^";]*?)\s*from\s+)?"([^"]+)"|\bimport\("([^"]+)"\)/gm);
  return [...statements]
    .map(([, names = "", module, loaded]) => ({ module: module ?? loaded, names: namesIn(names) }))
    .filter(({ names }) => names.length === 0 || names.some((name) => !name.startsWith("type ")));
}

const namesIn = (text) =>
  text
    .replaceAll(/[{}]/g, "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** A temporary folder comes from the same module as the tests' database, but is none. */
const isFolderOnly = (names) => names.length === 1 && names[0] === "temporaryFolder";

function pathOf(from, module) {
  if (module.startsWith(".")) return relative(root, resolve(root, dirname(from), module));
  return module.replace(/^@pulse\/(\w+\/test\/support\/.+)$/, "$1.ts");
}

/**
 * Whether a test file reaches SQL of its own: it, or a module of `test/support` that it builds on, imports a part of the
 * database; or it asks the database itself.
 * @param {string} file from the root of the repository
 * @param {(file: string) => string} read
 */
export function reachesSql(file, read) {
  const reached = new Set();
  const follow = (from) => {
    for (const { module, names } of importsOf(read(from))) {
      const to = pathOf(from, module);
      if (reached.has(to) || isFolderOnly(names)) continue;
      reached.add(to);
      if (to.includes("/test/support/") && !setUp.test(to) && !sql.test(to)) follow(to);
    }
  };
  follow(file);
  return [...reached].some((module) => sql.test(module)) || /[.]db\b/.test(read(file));
}

export const readSource = (file) => readFileSync(join(root, file), "utf8");

/** The test files that reach SQL, from the root of the repository. */
export function sqlTests() {
  return globSync(["{identity,server}/{src,test}/**/*.test.ts", "cli/test/**/*.test.ts"], { cwd: root })
    .filter((file) => existsSync(join(root, file)) && reachesSql(file, readSource))
    .toSorted();
}
