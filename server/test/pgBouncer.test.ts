import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { identityMigrations } from "@pulse/identity/migrations";
import { type Kysely, sql } from "kysely";
import { connectAsync } from "mqtt";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { type OpenDatabase, openDatabase } from "../src/platform/database/database.ts";
import type { Database } from "../src/platform/database/schema.ts";
import { call } from "./support/api.ts";
import { askedReports, linesOf } from "./support/askedReports.ts";
import { aCustomer, anAsset, aSite, aToken } from "./support/builders.ts";
import { emptyDatabase, temporaryFolder, testDatabaseUrl } from "./support/database.ts";
import { killCrossings } from "./support/killCrossings.ts";
import { startedProcess, type RunningProcess } from "./support/locateProcess.ts";
import { hasNats, type NatsServer, natsServer } from "./support/natsServer.ts";
import { hasPgBouncer, type PgBouncer, pgBouncer } from "./support/pgBouncer.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { tagMessages } from "./support/tagMessages.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

/** The machine may be busy. */
const patience = { timeout: 60_000, interval: 50 };

// A pooler that gives each transaction another of the server's sessions.
describe.skipIf(!hasPgBouncer || testDatabaseUrl() === null)("through PgBouncer's transaction pooling", () => {
  let own: Awaited<ReturnType<typeof emptyDatabase>>;
  let bouncer: PgBouncer;
  const opened: OpenDatabase[] = [];
  const open = async (): Promise<OpenDatabase> => {
    const database = await openDatabase({
      dataDir: "",
      databaseUrl: bouncer.url,
      extraMigrations: identityMigrations,
    });
    opened.push(database);
    return database;
  };
  beforeEach(async () => {
    own = await emptyDatabase();
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    await bouncer?.stop();
    await own.drop();
  });
  const shown = async (db: Kysely<Database>, name: string): Promise<string> => {
    const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db);
    return rows[0]!.value;
  };

  test("the limits of each kind of work hold in its transactions and reach nobody else who uses the session", async () => {
    bouncer = await pgBouncer(own.url, 1);
    const { db, background } = await open();
    const within = (handle: Kysely<Database>) =>
      handle.transaction().execute(async (trx) => ({
        statement: await shown(trx, "statement_timeout"),
        lock: await shown(trx, "lock_timeout"),
        idle: await shown(trx, "idle_in_transaction_session_timeout"),
      }));
    expect(await within(db)).toEqual({ statement: "15s", lock: "5s", idle: "30s" });
    expect(await within(background)).toEqual({ statement: "10min", lock: "30s", idle: "5min" });
    const readOnly = await db.startTransaction().setAccessMode("read only").execute();
    expect(await shown(readOnly, "statement_timeout")).toBe("15s");
    await readOnly.rollback().execute();
    const otherClient = new pg.Client({ connectionString: bouncer.url });
    await otherClient.connect();
    const { rows } = await otherClient.query<{ name: string; setting: string }>(
      "select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout', 'work_mem', 'TimeZone') order by name",
    );
    await otherClient.end();
    expect(rows.filter(({ name }) => name.endsWith("_timeout")).map(({ setting }) => setting)).toEqual(["0", "0"]);
    expect(rows.find(({ name }) => name === "work_mem")!.setting).toBe("4096");
    expect(await shown(db, "TimeZone")).toBe("UTC");
  });

  test("processes that start at once migrate one after the other, and none leaves the lock behind", async () => {
    bouncer = await pgBouncer(own.url, 4);
    await Promise.all([open(), open(), open()]);
    const { db } = opened[0]!;
    const { rows } = await sql`
      select pid from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`.execute(db);
    expect(rows).toEqual([]);
    await open();
  });
});

describe.skipIf(!hasPgBouncer || !hasNats || testDatabaseUrl() === null)("an installation behind PgBouncer", () => {
  let nats: NatsServer;
  let own: Awaited<ReturnType<typeof emptyDatabase>>;
  let bouncer: PgBouncer;
  let database: OpenDatabase;
  let front: TestPulse;
  let locating: RunningProcess;
  let settings: Record<string, string>;
  const folder = (name: string): string => mkdtempSync(join(temporaryFolder(), name));

  beforeAll(async () => {
    [nats, own] = await Promise.all([natsServer(), emptyDatabase()]);
    // Fewer sessions than the processes have connections.
    bouncer = await pgBouncer(own.url, 8);
    database = await openDatabase({ dataDir: "", databaseUrl: bouncer.url, extraMigrations: identityMigrations });
    settings = {
      PULSE_DATABASE_URL: bouncer.url,
      PULSE_NATS_URL: nats.url,
      PULSE_CLUSTER: "bouncer",
      PULSE_UNSAFE: "1",
    };
    front = await testPulse(
      { ...settings, PULSE_DATA_DIR: folder("front-"), PULSE_ROLES: "api,ingest,jobs" },
      { keep: true, database },
    );
  });
  afterAll(async () => {
    locating?.signal("SIGKILL");
    await front?.stop();
    await database?.close();
    await bouncer?.stop();
    await nats?.remove();
    await own?.drop();
  });

  test("locates, reports crossings once and writes reports, with its roles in two processes", async () => {
    const customer = await aCustomer(front);
    const site = await aSite(front, customer);
    const gateways = await sixGateways(front, customer, site);
    const asset = await anAsset(front, customer, site);
    const crossings = killCrossings();
    await crossings.fill(front, customer, site);
    front.bus.publish("changed", everythingChanged);
    await front.settled();
    locating = await startedProcess({
      ...settings,
      PULSE_DATA_DIR: folder("locate-"),
      PULSE_ROLES: "locate",
      PULSE_PORT: "0",
    });
    const startMs = Date.now();
    await crossings.cross({ ...front, site });
    await vi.waitFor(async () => {
      for (const { topic, payload, gateway } of tagMessages(gateways, asset, { x: 10, y: 10 })) {
        const client = await connectAsync(front.mqttUrl, gateway);
        await client.publishAsync(topic, payload, { qos: 1 });
        await client.endAsync();
      }
      const { found, expected } = await crossings.outcome(front.db);
      expect(found).toEqual(expected);
      const rows = await front.db
        .selectFrom("positions")
        .select("ts")
        .where("tracker_id", "=", asset.trackerId)
        .execute();
      expect(rows.length).toBeGreaterThan(0);
    }, patience);
    const token = await aToken(front, customer, "Administrator");
    const { email } = (await call(front, "GET", "users/me", { token })).content;
    const span = {
      start_time_utc: new Date(startMs - 60_000).toISOString(),
      end_time_utc: new Date(Date.now() + 60_000).toISOString(),
    };
    const person = { email: String(email), token };
    const reports = askedReports({ pulse: front, siteId: site.id, person, span });
    const { status, content } = await reports.ask("asset-history");
    expect(status).toBe(202);
    const path = `reports/${String(content["id"])}`;
    await vi.waitFor(async () => expect((await reports.get(path)).content["mailed_at"]).not.toBeNull(), patience);
    expect(linesOf(await reports.fileOf((await reports.get(path)).content)).length).toBeGreaterThan(1);
  });
});
