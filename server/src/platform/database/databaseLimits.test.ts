import { identityMigrations } from "@pulse/identity/migrations";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder, testDatabase, testDatabaseUrl } from "../../../test/support/database.ts";
import { wireTo } from "../../../test/support/wire.ts";
import { openDatabase, type OpenDatabase } from "./database.ts";
import { transaction } from "./transaction.ts";

const url = testDatabaseUrl();
const limits = { statementMs: 300, lockMs: 200, idleMs: 300, waitMs: 500 };
const endless = sql`select count(*) from generate_series(1, 2000000000) as n where n % 7 = 3`;
const answers = async ({ db }: OpenDatabase): Promise<unknown> => (await sql`select 1 as one`.execute(db)).rows[0];

let database: OpenDatabase;

/** With little patience, on a folder or a database of its own, so that whatever hangs affects nobody else. */
async function impatient(port?: number): Promise<OpenDatabase> {
  const own = url ? await ownUrl() : null;
  if (own && port) own.port = String(port);
  const databaseUrl = own?.href ?? null;
  return openDatabase({ dataDir: temporaryFolder(), databaseUrl, extraMigrations: identityMigrations, limits });
}

/** The worker's own database on the server. */
async function ownUrl(): Promise<URL> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute((await testDatabase()).db);
  const own = new URL(url!);
  own.pathname = `/${rows[0]!.name}`;
  return own;
}

beforeAll(async () => {
  database = await impatient();
});
afterAll(() => database.close());

describe(`time-outs (${url ? "postgres" : "pglite"})`, () => {
  it("time-outs end a statement that takes too long with a typed error, and let the next one run", async () => {
    await sql`create table if not exists kept_through_time_out as select 7 as number`.execute(database.db);
    await expect(endless.execute(database.db)).rejects.toMatchObject({
      name: "DatabaseUnavailable",
      reason: "slow",
      retryAfterS: 5,
    });
    // The embedded one is started again for it.
    await expect.poll(() => answers(database).catch(() => null), { timeout: 15_000 }).toEqual({ one: 1 });
    const { rows } = await sql`select number from kept_through_time_out`.execute(database.db);
    await sql`drop table kept_through_time_out`.execute(database.db);
    expect(rows).toEqual([{ number: 7 }]);
  });

  it("time-outs end the wait for a connection; on PostgreSQL, background jobs have their own connections", async () => {
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const job = transaction(database.background, () => {
      begun.resolve();
      return held.promise;
    });
    await begun.promise;
    const prompt = answers(database);
    if (database.kind === "pglite")
      await expect(prompt).rejects.toMatchObject({ name: "DatabaseUnavailable", reason: "busy" });
    else expect(await prompt).toEqual({ one: 1 });
    held.resolve();
    await job;
    expect(await answers(database)).toEqual({ one: 1 });
  });

  it("time-outs end an idle transaction and undo it", async () => {
    const idle = transaction(database.db, async (trx) => {
      await sql`create table left_behind (id int)`.execute(trx);
      await expect.poll(() => idleTransactions().catch(() => 1), { timeout: 15_000 }).toBe(0);
      await sql`select 1`.execute(trx);
    });
    await expect(idle).rejects.toMatchObject({ name: "DatabaseUnavailable" });
    await expect.poll(() => answers(database).catch(() => null), { timeout: 15_000 }).toEqual({ one: 1 });
    const { rows } = await sql`select to_regclass('left_behind') as found`.execute(database.db);
    expect(rows).toEqual([{ found: null }]);
  });

  it("time-outs leave a refused statement's own error as it is", async () => {
    await expect(sql`select 1 / 0`.execute(database.db)).rejects.toMatchObject({ code: "22012" });
  });

  it.skipIf(!url)("time-outs end the wait for a row that somebody else has locked", async () => {
    await sql`create table held (id int primary key)`.execute(database.db);
    await sql`insert into held values (1)`.execute(database.db);
    const holder = new pg.Client({ connectionString: (await ownUrl()).href });
    await holder.connect();
    await holder.query("begin; select * from held for update");
    const waiting = sql`update held set id = 2`.execute(database.db);
    await expect(waiting).rejects.toMatchObject({ name: "DatabaseUnavailable", reason: "busy", retryAfterS: 1 });
    await holder.end();
    await sql`drop table held`.execute(database.db);
  });

  it.skipIf(!url)("time-outs end every call to a server that hangs, which works again when it recovers", async () => {
    const { hostname, port } = new URL(url!);
    const wire = await wireTo(hostname, Number(port || 5432));
    const behind = await impatient(wire.port);
    expect(await answers(behind)).toEqual({ one: 1 });
    wire.stall();
    // More than there are connections: some wait for an answer, the others for a connection.
    const all = await Promise.allSettled(Array.from({ length: 25 }, () => answers(behind)));
    const reasons = all.map((each) =>
      each.status === "rejected" ? (each.reason as { name: string }).name : "answered",
    );
    expect(new Set(reasons)).toEqual(new Set(["DatabaseUnavailable"]));
    await wire.mend();
    await expect.poll(() => answers(behind).catch(() => null), { timeout: 15_000 }).toEqual({ one: 1 });
    await behind.close();
    await wire.close();
  });
});

/** On the embedded database the question itself waits until there is none. */
async function idleTransactions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and application_name = 'pulse' and state = 'idle in transaction'`.execute(
    database.db,
  );
  return rows[0]!.count;
}
