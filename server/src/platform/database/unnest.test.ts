import { sql } from "kysely";
import { expect, it } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { arrayOf } from "./unnest.ts";

const { db } = await testDatabase();

it("an array passes every text, number, flag and null unchanged to the database", async () => {
  const texts = ["", "NULL", "a,b", "{x}", 'say "hi"', "back\\slash", "null", null, " padded ", "日本 \u{1f4e6}"];
  const numbers = [0, -1.5, 1e-7, 123_456_789.125, null, 0.1, 1e21, -0.25, 3, 4];
  const flags = texts.map((_, index) => (index === 3 ? null : index % 2 === 0));
  const rows = texts.map((text, index) => ({ text, number: numbers[index]!, flag: flags[index]! }));
  const { rows: read } = await sql`
    select * from unnest(${arrayOf("text", rows, (row) => row.text)}, ${arrayOf("float8", rows, (row) => row.number)},
      ${arrayOf("boolean", rows, (row) => row.flag)}) as t (text, number, flag)`.execute(db);
  expect(read).toEqual(rows);
});
