import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { shortestOf } from "./coldFormat.ts";

const { db } = await testDatabase();

test("a number of four bytes gets the digits that the database gives it", async () => {
  // Among 300,000, some lie exactly in the middle of two that are as short.
  const { rows } = await sql<{ value: number }>`
    select value::real as value from (
      select (random() * power(10, n % 9 - 4)) as value from generate_series(1, 200000) n
      union all select n / 128.0 from generate_series(1, 100000) n
      union all select unnest(array[0, -1.5, 5.89453125, -5.89453125, 1.2, 16777216, 1e-30, 3.4e38])
    ) as numbers`.execute(db);
  const wrong = rows.filter(({ value }) => !Object.is(shortestOf(Math.fround(value)), value));
  expect(wrong).toEqual([]);
});
