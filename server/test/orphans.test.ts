import { afterAll, beforeAll, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { sweepingOrphans } from "../src/platform/files/orphans.ts";
import { testDatabase, type TestDatabase } from "./support/database.ts";
import { aCustomer } from "./support/builders.ts";

let database: TestDatabase;
let known: string;
beforeAll(async () => {
  database = await testDatabase();
  await database.reset();
  const customer = await aCustomer(database);
  known = uuidv7();
  const file = { content_type: "image/webp", size: 1, filename: "plan.svg", sha256: "", width: 1, height: 1 };
  await database.db
    .insertInto("files")
    .values({ id: known, customer_id: customer.id, site_id: null, ...file })
    .execute();
});
afterAll(() => database.reset());

/** What one sweep over these stored files deletes, and what it reports. */
async function sweep(stored: string[]): Promise<{ removed: string[]; problems: string[] }> {
  const [removed, problems]: [string[], string[]] = [[], []];
  let done: () => unknown = () => undefined;
  sweepingOrphans({
    db: database.db,
    store: {
      untouchedSince: async () => new Set(stored),
      remove: async (id) => void removed.push(id),
    },
    now: Date.now,
    problem: (error) => problems.push(String(error)),
    every: () => undefined,
    onStop: (act) => (done = act),
  });
  await done();
  return { removed, problems };
}

test("files that no row refers to are deleted", async () => {
  const orphan = uuidv7();
  expect(await sweep([known, orphan])).toEqual({ removed: [orphan], problems: [] });
});

test("all files are kept if the database knows none of them, and this is reported", async () => {
  const { removed, problems } = await sweep([uuidv7(), uuidv7()]);
  expect(removed).toEqual([]);
  expect(problems).toEqual([expect.stringContaining("None of the 2 stored files is known")]);
});
