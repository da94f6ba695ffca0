import { globSync } from "node:fs";
import { basename, dirname } from "node:path";
import { endpoints } from "@pulse/contract/endpoints";
import { expect, test } from "vitest";
import { importsOf, reachesSql, readSource, sqlTests } from "./scripts/sqlTests.mjs";

// What the rule is given: a test in server/test, and modules of its support folder.
const support: Record<string, string> = {
  "server/test/support/testPulse.ts": 'import { testDatabase } from "./database.ts";',
  "server/test/support/world.ts": 'import { openDatabase } from "../../src/platform/database/database.ts";',
  "server/test/support/radio.ts": 'import { connectAsync } from "mqtt";',
  "server/test/support/killLoad.ts": 'import { sql } from "kysely";',
  "server/test/support/load.ts": 'import { killLoad } from "./killLoad.ts";',
};
const reaches = (source: string): boolean =>
  reachesSql("server/test/a.test.ts", (file) => (file === "server/test/a.test.ts" ? source : support[file]!));

test.each([
  'import { sql } from "kysely";',
  'import pg from "pg";',
  'import { type Group, groupsRepository } from "../src/resources/groups/groups.repository.ts";',
  'import { lease } from "../src/platform/database/lease.ts";',
  'import { jobs } from "../src/platform/jobs/jobs.ts";',
  'import {\n  unitOfWork,\n} from "../src/platform/writes/unitOfWork.ts";',
  'import { testDatabase } from "./support/database.ts";',
  'import { temporaryFolder, testDatabase } from "./support/database.ts";',
  'import { load } from "./support/load.ts";',
  'import { testPulse } from "./support/testPulse.ts";\nawait pulse.db.selectFrom("groups").execute();',
  'const { reset } = await import("../src/platform/database/database.ts");',
])("%s reaches SQL", (source) => {
  expect(reaches(source)).toBe(true);
});

test.each([
  'import { testPulse } from "./support/testPulse.ts";\nawait call(pulse, "GET", "groups");',
  'import { testRadio } from "./support/radio.ts";',
  'import type { Kysely } from "kysely";',
  'import { type NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";',
  'import { temporaryFolder } from "./support/database.ts";',
  'import { decode } from "../src/pipeline/ingest/decode.ts";',
])("%s does not", (source) => {
  expect(reaches(source)).toBe(false);
});

test("an import of values is told from one of types", () => {
  const source =
    'import a, { type B, c } from "d";\nimport type { E } from "f";\nimport { type G } from "h";\nimport "i";';
  expect(importsOf(source).map(({ module }) => module)).toEqual(["d", "i"]);
});

const chosen = sqlTests();
const texts = chosen.map(readSource);

test("tests of decoding, of the edge of HTTP and of the access matrix run over one database", () => {
  const all = globSync("{identity,server,cli}/**/*.test.ts", {
    cwd: import.meta.dirname,
    exclude: ["**/node_modules"],
  });
  expect(chosen.length).toBeGreaterThan(60);
  expect(chosen.length).toBeLessThan(0.6 * all.length);
  for (const name of ["access", "dialects", "edgeOfHttp", "mqttDoors"])
    expect(chosen).not.toContain(`server/test/${name}.test.ts`);
});

// Other tests only look at what imports answer; their statements write thousands of rows at once, or in turns.
test("imports that change things, and that take turns, run over PostgreSQL, too", () => {
  for (const name of ["importUpdates", "importsOfSize"]) expect(chosen).toContain(`server/test/${name}.test.ts`);
});

/** The first words of the addresses that a folder's routes serve. */
function nounsOf(folder: string): string[] {
  const routes = globSync(`${folder}/*.routes.ts`, { cwd: import.meta.dirname })
    .map(readSource)
    .join("\n");
  return endpoints.filter(({ id }) => new RegExp(`\\b${id}\\b`).test(routes)).map(({ path }) => path.split("/")[3]!);
}

test("the statements of every folder run over PostgreSQL: a test imports its files or calls its endpoints", () => {
  const folders = new Set(globSync("server/src/**/*.repository.ts", { cwd: import.meta.dirname }).map(dirname));
  const unreached = [...folders].filter((folder) => {
    const calls = new RegExp(`["\`/](${nounsOf(folder).join("|") || "-"})\\b`);
    const imports = new RegExp(`/${basename(folder)}/`);
    return !chosen.some((file, at) => file.startsWith(folder) || imports.test(texts[at]!) || calls.test(texts[at]!));
  });
  expect(folders.size).toBeGreaterThan(20);
  expect(unreached).toEqual([]);
});
