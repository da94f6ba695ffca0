import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { identityMigrations } from "@pulse/identity/migrations";
import { sql } from "kysely";
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { type OpenDatabase, openDatabase } from "../src/platform/database/database.ts";
import { partitionOf } from "../src/platform/log/partitions.ts";
import { aCustomer, anAsset, aSite, type TestAsset, type TestGateway, type TestSite } from "./support/builders.ts";
import { emptyDatabase, temporaryFolder, testDatabaseUrl } from "./support/database.ts";
import { killCrossings } from "./support/killCrossings.ts";
import { type RunningProcess, startedLocate } from "./support/locateProcess.ts";
import { hasNats, type NatsServer, natsServer } from "./support/natsServer.ts";
import type { Spot } from "./support/radio.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { tagMessages } from "./support/tagMessages.ts";
import { type TcpProxy, tcpProxy } from "./support/tcpProxy.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

/** How often the tag is heard, ms. */
const sayEveryMs = 250;
/** The machine may be busy. */
const patience = { timeout: 60_000, interval: 100 };

// Real processes over PostgreSQL and NATS. One of them reaches its NATS server by a cable that the test cuts.
describe.skipIf(!hasNats || testDatabaseUrl() === null)("a process that works on the log and loses NATS", () => {
  let nats: NatsServer;
  let cable: TcpProxy;
  let own: Awaited<ReturnType<typeof emptyDatabase>>;
  let database: OpenDatabase;
  let front: TestPulse;
  let site: TestSite;
  let gateways: (TestGateway & { spot: Spot })[];
  let asset: TestAsset;
  let settings: Record<string, string>;
  let timer: NodeJS.Timeout;
  const clients: MqttClient[] = [];
  const processes: RunningProcess[] = [];
  const crossing = killCrossings();
  let acknowledged = 0;
  let publishing: Promise<unknown> = Promise.resolve();
  let isEnding = false;

  /** @param name how the database knows it */
  const locating = async (name: string, natsUrl: string): Promise<RunningProcess> => {
    const running = await startedLocate({ ...settings, PULSE_NATS_URL: natsUrl }, { databaseUrl: own.url, name });
    processes.push(running);
    return running;
  };
  const say = async (): Promise<void> => {
    const angle = Date.now() / 4000;
    const spot = { x: 20 + 10 * Math.cos(angle), y: 12 + 7 * Math.sin(angle) };
    await Promise.all(
      tagMessages(gateways, asset, spot).map(async ({ topic, payload }, at) => {
        await clients[at]!.publishAsync(topic, payload, { qos: 1 });
        acknowledged++;
      }),
    );
  };

  beforeAll(async () => {
    [nats, own] = await Promise.all([natsServer(), emptyDatabase()]);
    cable = await tcpProxy(Number(new URL(nats.url).port));
    database = await openDatabase({ dataDir: "", databaseUrl: own.url, extraMigrations: identityMigrations });
    settings = { PULSE_NATS_URL: nats.url, PULSE_CLUSTER: "cutoff", PULSE_UNSAFE: "1" };
    const folder = mkdtempSync(join(temporaryFolder(), "front-"));
    const ofFront = { ...settings, PULSE_DATABASE_URL: own.url, PULSE_DATA_DIR: folder };
    front = await testPulse({ ...ofFront, PULSE_ROLES: "api,ingest,jobs" }, { keep: true, database });
    const customer = await aCustomer(front);
    // The first partition stays with whoever had it when another process joins.
    do site = await aSite(front, customer);
    while (partitionOf(site.id) !== 1);
    gateways = await sixGateways(front, customer, site);
    asset = await anAsset(front, customer, site);
    await crossing.fill(front, customer, site);
    front.bus.publish("changed", everythingChanged);
    await front.settled();
    for (const { username, password } of gateways)
      clients.push(await connectAsync(front.mqttUrl, { username, password }));
    // Who stores positions, and when, as the database sees it.
    await sql`create table written (by text not null, at timestamptz not null)`.execute(front.db);
    await sql`create function note_write() returns trigger language plpgsql as $$ begin
      insert into written values (current_setting('application_name'), clock_timestamp()); return null; end $$`.execute(
      front.db,
    );
    await sql`create trigger note_write after insert or update on latest_positions
      for each row execute function note_write()`.execute(front.db);
    const sayAgain = (): void => {
      publishing = say().then(() => void (isEnding || (timer = setTimeout(sayAgain, sayEveryMs))));
    };
    sayAgain();
  });
  afterAll(async () => {
    isEnding = true;
    clearTimeout(timer);
    for (const client of clients) await client.endAsync(true);
    for (const running of processes) running.signal("SIGKILL");
    await front.stop();
    await database.close();
    cable.close();
    await nats.remove();
    await own.drop();
  });

  const now = async (): Promise<Date> => {
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(front.db);
    return rows[0]!.at;
  };
  /** Until somebody has stored a position of the site since a moment: who. */
  const writerSince = async (since: Date): Promise<string> => {
    let by: string | undefined;
    await vi.waitFor(async () => {
      const { rows } = await sql<{ by: string }>`
        select by from written where at > ${since} order by at desc limit 1`.execute(front.db);
      expect(rows).toHaveLength(1);
      by = rows[0]!.by;
    }, patience);
    return by!;
  };
  /** How many partitions each process has, the fewest first. */
  const shares = async (): Promise<number[]> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from log_partitions
      where leased_until > clock_timestamp() group by lease order by count`.execute(front.db);
    return rows.map(({ count }) => count);
  };
  const untilShares = (wanted: readonly number[]): Promise<void> =>
    vi.waitFor(async () => expect(await shares()).toEqual(wanted), patience);
  const tokens = async (): Promise<unknown[]> => {
    const rows = await front.db.selectFrom("log_partitions").select(["partition", "fencing_token"]).execute();
    return rows.toSorted((one, other) => one.partition - other.partition);
  };

  test("leaves its sites to one that reaches it, runs on, and has a share again once it reaches it, too", async () => {
    const first = await locating("first", `nats://127.0.0.1:${cable.port}`);
    await untilShares([16]);
    expect(await writerSince(await now())).toBe("first");
    await locating("second", nats.url);
    await untilShares([8, 8]);
    const crossed = crossing.cross({ ...front, site });
    await vi.waitUntil(async () => (await crossing.outcome(front.db)).found.told.length > 0, patience);
    cable.cut();
    const cutMs = Date.now();
    await untilShares([16]);
    const leftMs = Date.now();
    await vi.waitFor(async () => expect(await writerSince(await now())).toBe("second"), patience);
    process.stderr.write(`a cut: sites left after ${leftMs - cutMs} ms, live after ${Date.now() - cutMs} ms\n`);
    await crossed;
    cable.heal();
    const healedMs = Date.now();
    await untilShares([8, 8]);
    process.stderr.write(`a cut: shared again ${Date.now() - healedMs} ms after it\n`);
    expect(processes.map((one) => one.hasEnded())).toEqual([false, false]);
    expect(first.said()).not.toContain("another process works on the log");
  });

  test("keeps them while no process reaches it", async () => {
    const before = await tokens();
    await nats.kill();
    // Both have noticed.
    await vi.waitFor(
      async () => expect(await front.db.selectFrom("log_processes").selectAll().execute()).toEqual([]),
      patience,
    );
    await nats.start();
    await writerSince(await now());
    expect(await tokens()).toEqual(before);
    expect(processes.map((one) => one.hasEnded())).toEqual([false, false]);
  });

  test("and nothing is lost, counted twice or out of order on the way", async () => {
    isEnding = true;
    await publishing;
    await vi.waitFor(async () => {
      const { found, expected } = await crossing.outcome(front.db);
      expect(found).toEqual(expected);
    }, patience);
    await vi.waitFor(async () => {
      const { rows } = await sql<{ times: number }>`
        select sum(count)::int as times from sightings where tracker_id = ${asset.trackerId}`.execute(front.db);
      expect(rows).toEqual([{ times: acknowledged }]);
    }, patience);
    const stays = await front.db
      .selectFrom("positions")
      .selectAll()
      .where("tracker_id", "=", asset.trackerId)
      .orderBy("ts")
      .execute();
    for (const [nth, stay] of stays.entries())
      expect(nth === 0 || stay.ts.getTime() > stays[nth - 1]!.end_ts.getTime()).toBe(true);
  });
});
