import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { temporaryFolder, testDatabase } from "../../../test/support/database.ts";
import { controlledTransaction } from "./controlledTransaction.ts";
import { copyTable, sumTable } from "./copyTable.ts";
import { openDatabase } from "./database.ts";

const source = await openDatabase({ dataDir: temporaryFolder(), databaseUrl: null, keepAlive: false });
const target = await testDatabase();
const parcels = {
  name: "parcels",
  columns: [
    { name: "id", type: "integer" },
    { name: "note", type: "text" },
  ],
};

afterAll(async () => {
  await sql`drop table if exists parcels`.execute(target.db);
  await source.close();
});

/** Long and short rows by turns: PostgreSQL puts a short one into the room that a long one left on an earlier page. */
const notes = Array.from({ length: 400 }, (_, id) => ({ id, note: String(id).repeat((id * 7_919) % 600) }));

it("a table is copied whole although the server lays its rows down in another order", async () => {
  await sql`create table parcels (id integer, note text)`.execute(target.db);
  // Pages that are nearly empty keep the order in which rows come.
  await sql`create table parcels (id integer, note text) with (fillfactor = 10)`.execute(source.db);
  for (const { id, note } of notes)
    await sql`insert into parcels values (${id}, ${note}), (${id}, ${note})`.execute(source.db);

  const sum = await controlledTransaction(source.db, (from) =>
    controlledTransaction(target.db, (trx) => copyTable(from, trx, parcels)),
  );

  const { rows } = await sql<{ id: number; note: string }>`select id, note from parcels`.execute(target.db);
  const inOrder = notes.flatMap((note) => [note, note]);
  expect(rows).not.toEqual(inOrder);
  expect(rows.toSorted((a, b) => a.id - b.id)).toEqual(inOrder);
  expect(await controlledTransaction(target.db, (trx) => sumTable(trx, parcels))).toEqual(sum);
});

it("one letter, one row more and one row twice each change the sum of a table", async () => {
  const sumOf = (): Promise<unknown> => controlledTransaction(source.db, (trx) => sumTable(trx, parcels));
  const sums = [await sumOf()];
  await sql`update parcels set note = note || '.' where id = 5`.execute(source.db);
  sums.push(await sumOf());
  await sql`update parcels set note = case id when 5 then '5' else '6' end where id in (5, 6)`.execute(source.db);
  sums.push(await sumOf());
  await sql`update parcels set note = case id when 5 then '6' else '5' end where id in (5, 6)`.execute(source.db);
  sums.push(await sumOf());
  await sql`insert into parcels select id, note from parcels where id = 9 limit 1`.execute(source.db);
  sums.push(await sumOf());
  expect(new Set(sums.map((sum) => JSON.stringify(sum))).size).toBe(sums.length);
});
