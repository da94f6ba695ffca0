import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/database.ts";
import { openDatabase } from "./database.ts";

test("a database that a newer release has changed is refused in one line, and stays as it is", async () => {
  const dataDir = temporaryFolder();
  const later = {
    up: async (trx: Kysely<unknown>) => {
      await sql`create table later (id int)`.execute(trx);
    },
  };
  const newer = { dataDir, databaseUrl: null, extraMigrations: { identity_9999_later: later } };
  await (await openDatabase(newer)).close();
  await expect(openDatabase({ dataDir, databaseUrl: null })).rejects.toThrow(
    /^PULSE_DATA_DIR="[^"]+": the database in it cannot be opened: a newer Pulse has changed it \(by the migration identity_9999_later\), and this is \d+\.\d+\.\d+; start that release again, or restore a backup from before the upgrade$/,
  );
  const again = await openDatabase(newer);
  expect((await sql`select * from later`.execute(again.db)).rows).toEqual([]);
  await again.close();
});
