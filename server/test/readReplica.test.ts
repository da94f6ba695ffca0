import { identityMigrations } from "@pulse/identity/migrations";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { findPostgresFolder } from "../../scripts/systemParts.mjs";
import { startPrivatePostgres } from "../../scripts/privatePostgres.mjs";
import { type OpenDatabase, openDatabase } from "../src/platform/database/database.ts";
import { call } from "./support/api.ts";
import { askedReports, linesOf } from "./support/askedReports.ts";
import { aCustomer, anAsset, aSite, aToken } from "./support/builders.ts";
import { testDatabaseUrl } from "./support/database.ts";
import { testPulse } from "./support/testPulse.ts";

// Once is enough: in the run over PostgreSQL.
const postgres = testDatabaseUrl() === null ? null : findPostgresFolder();
const noon = "2026-03-01T12:00:00.000Z";
const span = { start_time_utc: "2026-03-01T11:00:00.000Z", end_time_utc: "2026-03-01T13:00:00.000Z" };

async function aServer(options: { primary?: string } = {}): Promise<string> {
  const server = await startPrivatePostgres(postgres!, options);
  onTestFinished(() => server.stop());
  return server.url;
}

async function open(databaseUrl: string, readUrl: string): Promise<OpenDatabase> {
  const options = { dataDir: "", databaseUrl, readUrl, extraMigrations: identityMigrations, keepAlive: false };
  const database = await openDatabase(options);
  onTestFinished(() => database.close());
  return database;
}

/** Resolves when the standby has what the primary has now. */
async function follows({ db, reading }: OpenDatabase): Promise<void> {
  const { rows } = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(db);
  const isThere = async (): Promise<boolean> => {
    const found = await sql<{ yes: boolean }>`select pg_last_wal_replay_lsn() >= ${rows[0]!.at}::pg_lsn as yes`.execute(
      reading.prompt,
    );
    return found.rows[0]!.yes;
  };
  await expect.poll(isThere).toBe(true);
}

test.skipIf(postgres === null)(
  "history and reports are read from the replica of PULSE_DATABASE_READ_URL, and everything else from the primary",
  async () => {
    const primary = await aServer();
    const database = await open(primary, await aServer({ primary }));
    const pulse = await testPulse({}, { database, keep: true });
    onTestFinished(() => pulse.stop());
    const customer = await aCustomer(pulse);
    const site = await aSite(pulse, customer);
    const cart = await anAsset(pulse, customer, site, { name: "Cart" });
    const token = await aToken(pulse, customer, "Administrator");
    const email = String((await call(pulse, "GET", "users/me", { token })).content["email"]);
    await pulse.db
      .insertInto("positions")
      .values({
        tracker_id: cart.trackerId,
        asset_id: cart.id,
        site_id: site.id,
        floor_id: site.floorId,
        ts: new Date(noon),
        end_ts: new Date(noon),
        lat: 51.9,
        lon: 4.4,
        elevation: 1.2,
        accuracy: 2,
        accuracy_outer: 4,
        mechanism: "TRILATERATED",
        moving: null,
        nearest_hardware_id: null,
        nearest_dis: null,
        shown: true,
      })
      .execute();
    await follows(database);
    // From here on only the replica has it.
    await sql`select pg_wal_replay_pause()`.execute(database.reading.prompt);
    await pulse.db.deleteFrom("positions").execute();

    const history = await call(pulse, "GET", `assets/${cart.id}/history?${new URLSearchParams(span).toString()}`, {
      token,
    });
    expect(history.content).toMatchObject([{ timestamp: noon, tracker_id: cart.trackerId, moving: null }]);
    const reports = askedReports({ pulse, siteId: site.id, person: { email, token }, span });
    const asked = await reports.ask("asset-history", { asset_ids: cart.id });
    expect(asked.status).toBe(202);
    const report = await reports.done(asked.content["id"]);
    expect(linesOf(await reports.fileOf(report))).toHaveLength(2);
    const live = await call(pulse, "GET", `assets/live?site_id=${site.id}`, { token });
    expect(live.content).toMatchObject([{ name: "Cart" }]);
  },
);

test.skipIf(postgres === null)(
  "a replica that does not answer, and a database that is no replica, stop the start with one line",
  async () => {
    const primary = await aServer();
    const nobody = "postgres://pulse:secret@127.0.0.1:1/postgres";
    await expect(open(primary, nobody)).rejects.toThrow(
      /^PULSE_DATABASE_READ_URL="postgres:\/\/pulse:\*\*\*@127\.0\.0\.1:1\/postgres" does not answer: .*ECONNREFUSED/,
    );
    await expect(open(primary, await aServer())).rejects.toThrow(
      /^PULSE_DATABASE_READ_URL=".*" does not have the tables of PULSE_DATABASE_URL; it takes a replica of it$/,
    );
  },
);
