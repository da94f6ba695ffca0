import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forbidden, mayImport, options, resolving, stages, webOrder, wings } from "./.dependency-cruiser.mjs";

const root = import.meta.dirname;
const workspaces = Object.keys(mayImport);
// Far below the tree's real size: it only has to tell a cruise from one that silently read nothing
// (dependency-cruiser without a parser for this TypeScript does that and reports success).
const fewestModules = 60;

let cruises = 0;

async function cruiseTree(baseDir: string, folders: string[]): Promise<ICruiseResult> {
  const { output } = await cruise(
    folders,
    { ...options, baseDir, validate: true, ruleSet: { forbidden } },
    // Without it a second tree would be resolved from the first's cache; with it resolving takes twice as long.
    { ...resolving, bustTheCache: cruises++ > 0 },
  );
  if (typeof output === "string") throw new Error("the cruise returned a report instead of its result");
  return output;
}

const violationsOf = (result: ICruiseResult) =>
  result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);

describe("this repository", () => {
  test("the workspaces import each other only in the allowed directions", async () => {
    const result = await cruiseTree(root, [...workspaces, "bench"]);
    expect(result.summary.totalCruised).toBeGreaterThan(fewestModules);
    expect(violationsOf(result)).toEqual([]);
  });

  test("the import order has a place for every folder of the browser's app", () => {
    const folders = readdirSync(join(root, "web/src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).toSorted()).toEqual([...webOrder, "test"].toSorted());
  });

  test("the import rules have a place for every stage of a fix", () => {
    const folders = readdirSync(join(root, "positioning/src"), { withFileTypes: true });
    const named = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(named.toSorted()).toEqual([...Object.keys(stages), "explain"].toSorted());
  });

  test("every file and folder of the repository has a name that says what it is about", () => {
    expect(sourceNames(root).filter(saysNothing)).toEqual([]);
  });
});

// A statement can be built without an import of kysely: whoever is handed a database has its methods.
describe("statements", () => {
  test("SQL statements are built only in repositories and in the database's adapter", () => {
    const sources = sourceNames(join(root, "server/src")).filter((path) => !mayQuery(path));
    expect(sources.length).toBeGreaterThan(fewestModules);
    expect(sources.filter((path) => queries(readFileSync(join(root, path), "utf8")))).toEqual([]);
  });

  test.each([
    'const row = await db.selectFrom("sites").select("id").executeTakeFirst();',
    'await trx\n  .insertInto("sites")\n  .values(row)\n  .execute();',
    'await trx.updateTable("sites").set(row).execute();',
    'await trx.deleteFrom("sites").execute();',
    "await sql`select 1`.execute(db);",
    "const { rows } = await sql<{ id: string }>`select id from sites`.execute(db);",
  ])("the search for built SQL statements finds: %s", (text) => {
    expect(queries(text)).toBe(true);
  });

  test.each([
    ["server/src/resources/sites/sites.service.ts", false],
    ["server/src/start/wiring.ts", false],
    ["server/src/resources/sites/sites.repository.ts", true],
    ["server/src/platform/database/lease.ts", true],
    ["server/src/resources/sites/sites.test.ts", true],
  ])("%s may build an SQL statement: %s", (path, may) => {
    expect(mayQuery(path)).toBe(may);
  });
});

describe("names", () => {
  test.each(["utils.ts", "server/src/helpers/time.ts", "web/src/assets/index.ts", "geo/src/common.test.ts"])(
    "the name %s is refused, since it says nothing",
    (path) => {
      expect(saysNothing(path)).toBe(true);
    },
  );

  test.each(["geo/src/latLon.ts", "web/src/map/indexOfThings.ts", "server/src/sharedSecret.ts"])(
    "the name %s is accepted",
    (path) => {
      expect(saysNothing(path)).toBe(false);
    },
  );
});

describe("every import rule bites", () => {
  // One planted import for each: rule, importing file, what it imports.
  const plants: [rule: string, file: string, imported: string][] = [
    ["table-geo", "geo/src/a.ts", "@pulse/contract/ok"],
    ["table-contract", "contract/src/a.ts", "@pulse/geo/ok"],
    ["table-protocols", "protocols/src/a.ts", "@pulse/positioning/ok"],
    ["table-identity", "identity/src/a.ts", "@pulse/contract/ok"],
    ["table-positioning", "positioning/src/a.ts", "type @pulse/contract/ok"],
    ["table-web", "web/src/a.ts", "../../server/src/ok.ts"],
    ["table-web", "web/src/b.ts", "@pulse/positioning/ok"],
    ["table-simulator", "simulator/src/a.ts", "@pulse/server/ok"],
    ["table-server", "server/src/a.ts", "@pulse/simulator/ok"],
    ["table-cli", "cli/src/a.ts", "../../web/src/ok.ts"],
    ["table-accuracy", "accuracy/src/a.ts", "../../web/src/ok.ts"],
    ["table-e2e", "e2e/specs/a.ts", "@pulse/server/ok"],
    ["table-docs", "docs/site/a.ts", "@pulse/server/ok"],
    ["table-recording", "recording/src/a.ts", "../../web/src/ok.ts"],
    ["pure-without-node", "positioning/src/b.ts", "node:fs"],
    ["pure-without-node", "geo/src/b.ts", "node:crypto"],
    ["pure-without-npm", "protocols/src/b.ts", "mqtt"],
    ["geo-and-positioning-without-zod", "geo/src/c.ts", "zod"],
    ["declared-packages-only", "web/src/c.ts", "mqtt"],
    ["resolvable", "server/src/b.ts", "./nowhere.ts"],
    ["resolvable", "server/src/c.ts", "no-such-package"],
    ["no-cycle", "server/src/d.ts", "./e.ts"],
    ["no-tests-in-sources", "geo/src/d.ts", "./ok.test.ts"],
    ["route-only-to-service", "server/src/resources/assets/a.routes.ts", "./ok.repository.ts"],
    ["route-only-to-service", "server/src/resources/assets/b.routes.ts", "../../platform/database/database.ts"],
    ["service-not-upwards", "server/src/resources/assets/a.service.ts", "./ok.routes.ts"],
    ["repository-not-upwards", "server/src/resources/assets/a.repository.ts", "./ok.service.ts"],
    ["repository-of-its-own-slice", "server/src/resources/sites/a.service.ts", "../assets/ok.repository.ts"],
    ["sql-in-repositories", "server/src/resources/sites/e.service.ts", "kysely"],
    ["sql-in-repositories", "server/src/g.ts", "kysely"],
    ["slices-by-the-list", "server/src/resources/assets/b.service.ts", "./ok.slice.ts"],
    ["slices-by-the-list", "server/src/resources/assets/c.routes.ts", "./ok.slice.ts"],
    ["slices-by-the-list", "server/src/resources/assets/b.repository.ts", "type ./ok.slice.ts"],
    ["slices-by-the-list", "server/src/resources/sites/a.slice.ts", "../assets/ok.slice.ts"],
    ["slice-joins-its-own-folder", "server/src/resources/sites/b.slice.ts", "../assets/ok.service.ts"],
    ["routes-by-their-slice", "server/src/f.ts", "./resources/assets/ok.routes.ts"],
    ["dependencies-for-slices", "server/src/resources/assets/d.service.ts", "type ../dependencies.ts"],
    [
      "implementations-by-start",
      "server/src/resources/sites/b.service.ts",
      "../../platform/database/pgliteDatabase.ts",
    ],
    ["implementations-by-start", "server/src/pipeline/ingest/a.ts", "../../platform/log/segmentLog.ts"],
    ["adapters-know-no-slice", "server/src/platform/database/a.ts", "../audit/ok.service.ts"],
    ...Object.entries(wings).flatMap(([wing, others]) =>
      others.map((other): [string, string, string] => [
        `wing-${wing}`,
        `server/src/${wing}/${other}User.ts`,
        `../${other}/ok.ts`,
      ]),
    ),
    ...Object.entries(stages).flatMap(([stage, later]) =>
      later.map((other): [string, string, string] => [
        `stage-${stage}`,
        `positioning/src/${stage}/${other}User.ts`,
        `../${other}/ok.ts`,
      ]),
    ),
    ["identity-over-the-wire", "server/src/resources/sites/c.service.ts", "@pulse/identity/ok"],
    ["identity-in-the-browser", "web/src/account/a.ts", "@pulse/identity/ok"],
    ["nobody-imports-main", "cli/src/b.ts", "@pulse/server/main"],
    ["ui-knows-no-feature", "web/src/ui/a.ts", "../map/ok.ts"],
    ["patterns-know-no-noun", "web/src/table/a.ts", "../map/ok.ts"],
    ...webOrder
      .slice(0, -1)
      .map((name, at): [string, string, string] => [
        `web-order-${name}`,
        `web/src/${name}/up.ts`,
        `../${webOrder[at + 1] ?? ""}/ok.ts`,
      ]),
  ];
  const innocent = [
    ...workspaces.map((name) => `${name}/src/ok.ts`),
    "geo/src/ok.test.ts",
    "server/src/main.ts",
    "server/src/resources/dependencies.ts",
    ...["platform", "pipeline", "resources", "live", "start"].map((wing) => `server/src/${wing}/ok.ts`),
    "server/src/platform/audit/ok.service.ts",
    "server/src/resources/assets/ok.routes.ts",
    "server/src/resources/assets/ok.service.ts",
    "server/src/resources/assets/ok.repository.ts",
    "server/src/platform/database/database.ts",
    "server/src/platform/database/pgliteDatabase.ts",
    "server/src/platform/log/segmentLog.ts",
    ...[...Object.keys(stages), "explain"].map((stage) => `positioning/src/${stage}/ok.ts`),
    ...webOrder.map((name) => `web/src/${name}/ok.ts`),
  ];
  // What the rules are there to let through: importing file, what it imports.
  const allowed: [file: string, imported: string][] = [
    ["server/src/start/wiring.ts", "./ok.ts"],
    ["server/src/start/a.ts", "../platform/log/segmentLog.ts"],
    ["server/src/start/slices.ts", "../resources/assets/ok.slice.ts"],
    ["server/src/pipeline/b.ts", "../platform/ok.ts"],
    ["server/src/resources/b.ts", "../pipeline/ok.ts"],
    ["server/src/live/b.ts", "../pipeline/ok.ts"],
    ["positioning/src/window/b.ts", "../model/ok.ts"],
    ["positioning/src/learn/b.ts", "../fix/ok.ts"],
    ["positioning/src/engine/b.ts", "../smooth/ok.ts"],
    ["server/src/resources/assets/ok.slice.ts", "./ok.routes.ts"],
    ["server/src/resources/assets/b.slice.ts", "./ok.repository.ts"],
    ["server/src/resources/assets/c.slice.ts", "type ../dependencies.ts"],
    ["server/src/resources/sites/c.slice.ts", "type ../assets/ok.service.ts"],
  ];
  let tree: string;
  let found: string[];

  beforeAll(async () => {
    // The cruiser reports real paths; macOS keeps its temporary folder behind a link.
    tree = realpathSync(mkdtempSync(join(tmpdir(), "pulse-architecture-")));
    for (const name of workspaces) {
      const dependencies = Object.fromEntries(workspaces.map((other) => [`@pulse/${other}`, "1"]));
      const declared = { ...dependencies, ...(name === "web" ? {} : { mqtt: "1" }), kysely: "1", zod: "1" };
      const exported = { "./*": "./src/*.ts" };
      write(
        `${name}/package.json`,
        JSON.stringify({ name: `@pulse/${name}`, exports: exported, dependencies: declared }),
      );
      mkdirSync(join(tree, "node_modules/@pulse"), { recursive: true });
      symlinkSync(`../../${name}`, join(tree, "node_modules/@pulse", name));
    }
    for (const name of ["zod", "mqtt", "kysely"]) {
      write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: "index.js" }));
      write(`node_modules/${name}/index.js`, "export {};");
    }
    write(
      "server/src/resources/sites/typed.service.ts",
      'import type { Kysely } from "kysely";\nexport type Handle = Kysely<never>;\n',
    );
    write(
      "server/src/resources/sites/sql.repository.ts",
      'import { sql } from "kysely";\nexport const statement = sql;\n',
    );
    for (const path of innocent) write(path, "export type Value = string;\nexport const value = 1;\n");
    for (const [path, imported] of [...plants.map(([, ...plant]) => plant), ...allowed]) {
      const [target, what] = imported.startsWith("type ")
        ? [imported.slice(5), "type { Value as Theirs }"]
        : [imported, "* as it"];
      write(
        path,
        `import ${what} from "${target}";\nexport type Value = unknown;\nexport const a = ${what === "* as it" ? "it" : "null as Theirs | null"};\n`,
      );
    }
    write("server/src/e.ts", 'import { a } from "./d.ts";\nexport const e = a;\n');
    found = violationsOf(await cruiseTree(tree, workspaces));
  }, 0);
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  test.each(plants)("the import rule %s reports %s importing %s", (rule, file) => {
    expect(found.map((line) => line.split(" → ")[0])).toContain(`${rule}: ${file}`);
  });

  test("every import rule has a planted violation", () => {
    const planted = new Set(plants.map(([rule]) => rule));
    expect(forbidden.map(({ name }) => name).filter((name) => !planted.has(name ?? ""))).toEqual([]);
  });

  test("every import rule says what to do instead", () => {
    expect(forbidden.filter(({ comment }) => (comment ?? "").length < 40)).toEqual([]);
  });

  test("the import rules do not report allowed imports", () => {
    const guilty = new Set([...plants.map(([, file]) => file), "server/src/e.ts"]);
    const wronged = found.filter((line) => !guilty.has(line.replace(/^[^:]+: /, "").split(" → ")[0] ?? ""));
    expect(wronged).toEqual([]);
  });

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
});

/** Where statements may stand; tests may ask the database as they like. */
function mayQuery(path: string): boolean {
  return /[.]repository[.]ts$|[.]test[.]ts$|^server\/src\/platform\/database\//.test(path);
}

/** Whether a source builds a statement, by the query builder or as text. */
function queries(source: string): boolean {
  return /[.](selectFrom|insertInto|replaceInto|mergeInto|updateTable|deleteFrom|executeQuery)\(|\bsql(<[^`]*>)?`/.test(
    source,
  );
}

const drawers = new Set("utils util helpers helper common shared misc lib core base manager index".split(" "));

/** A drawer's name: whatever lies in it, the name would not say. */
function saysNothing(path: string): boolean {
  const [file = "", ...folders] = path.split("/").toReversed();
  return drawers.has(basename(file).split(".")[0] ?? "") || folders.some((folder) => drawers.has(folder));
}

function sourceNames(folder: string): string[] {
  const unread = new Set(["node_modules", "dist", "data", "results", "test-results", "coverage", "demo-site"]);
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith(".") || unread.has(entry.name)) return [];
    if (entry.isDirectory()) return sourceNames(path);
    return /[.](ts|tsx|mjs|js)$/.test(entry.name) ? [relative(root, path)] : [];
  });
}
