import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { identityMigrations } from "@pulse/identity/migrations";
import { sql } from "kysely";
import { connectAsync, type MqttClient } from "mqtt";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { type OpenDatabase, openDatabase } from "../src/platform/database/database.ts";
import { partitionOf } from "../src/platform/log/partitions.ts";
import {
  aCustomer,
  anAsset,
  aSite,
  aToken,
  type TestAsset,
  type TestGateway,
  type TestSite,
} from "./support/builders.ts";
import { emptyDatabase, temporaryFolder, testDatabaseUrl } from "./support/database.ts";
import { killCrossings } from "./support/killCrossings.ts";
import { type RunningProcess, startedLocate } from "./support/locateProcess.ts";
import { hasNats, type NatsServer, natsServer } from "./support/natsServer.ts";
import type { Spot } from "./support/radio.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { tagMessages } from "./support/tagMessages.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

/** How often each tag is heard, ms. */
const sayEveryMs = 250;
/** The machine may be busy. */
const patience = { timeout: 60_000, interval: 50 };

interface Shown {
  asset_id: string;
  last_updated: string;
}

// Real processes over PostgreSQL and NATS, with tags that move all the time. What the test knows is its own record.
describe.skipIf(!hasNats || testDatabaseUrl() === null)("the work on the log goes to another process", () => {
  let nats: NatsServer;
  let place: Awaited<ReturnType<typeof emptyDatabase>>;
  let database: OpenDatabase;
  let front: TestPulse;
  let site: TestSite;
  let settings: Record<string, string>;
  let assets: TestAsset[];
  let gateways: (TestGateway & { spot: Spot })[];
  let socket: Socket;
  let timer: NodeJS.Timeout;
  const clients: MqttClient[] = [];
  const processes: RunningProcess[] = [];
  const crossings = Array.from({ length: 3 }, (_, nth) => killCrossings(nth));
  const shown: Shown[] = [];
  /** How many adverts of each tag were acknowledged. */
  const acknowledged = new Map<string, number>();
  let publishing: Promise<unknown> = Promise.resolve();
  let isEnding = false;

  /** Until a position of a message that was sent after this moment is shown, ms. */
  const untilShown = async (sinceMs: number): Promise<number> => {
    const isNew = ({ last_updated }: Shown): boolean => Date.parse(last_updated) > sinceMs;
    await vi.waitUntil(() => shown.some(isNew), patience);
    return Date.now() - sinceMs;
  };
  /** @param name how the database knows it */
  const locating = async (name: string): Promise<RunningProcess> => {
    const running = await startedLocate(settings, { databaseUrl: place.url, name });
    processes.push(running);
    return running;
  };
  const say = async (): Promise<void> => {
    const angle = Date.now() / 4000;
    await Promise.all(
      assets.flatMap((asset, nth) => {
        const spot = { x: 20 + 10 * Math.cos(angle + nth), y: 12 + 7 * Math.sin(angle + nth) };
        return tagMessages(gateways, asset, spot).map(async ({ topic, payload }, at) => {
          await clients[at]!.publishAsync(topic, payload, { qos: 1 });
          acknowledged.set(asset.trackerId, (acknowledged.get(asset.trackerId) ?? 0) + 1);
        });
      }),
    );
  };

  beforeAll(async () => {
    [nats, place] = await Promise.all([natsServer(), emptyDatabase()]);
    database = await openDatabase({ dataDir: "", databaseUrl: place.url, extraMigrations: identityMigrations });
    settings = { PULSE_NATS_URL: nats.url, PULSE_CLUSTER: "takeover", PULSE_UNSAFE: "1" };
    const folder = mkdtempSync(join(temporaryFolder(), "front-"));
    const ofFront = { ...settings, PULSE_DATABASE_URL: place.url, PULSE_DATA_DIR: folder };
    front = await testPulse({ ...ofFront, PULSE_ROLES: "api,ingest,jobs" }, { keep: true, database });
    const customer = await aCustomer(front);
    // The first partition stays with whoever had it when another process joins.
    do site = await aSite(front, customer);
    while (partitionOf(site.id) !== 1);
    gateways = await sixGateways(front, customer, site);
    assets = [];
    for (let nth = 0; nth < 4; nth++) assets.push(await anAsset(front, customer, site));
    for (const { fill } of crossings) await fill(front, customer, site);
    front.bus.publish("changed", everythingChanged);
    await front.settled();
    const token = await aToken(front, customer, "Administrator");
    for (const { username, password } of gateways)
      clients.push(await connectAsync(front.mqttUrl, { username, password }));
    socket = io(front.url, { transports: ["websocket"], reconnection: false });
    socket.on("location_update", (items: Shown[]) => shown.push(...items));
    socket.on("heartbeat", () => socket.emit("pong"));
    await new Promise((resolve) => socket.emit("login", token, site.id, resolve));
    // Who writes what was made of the log, and when, as the database sees it.
    await sql`create table written (by text not null, at timestamptz not null)`.execute(front.db);
    await sql`create function note_write() returns trigger language plpgsql as $$ begin
      insert into written values (current_setting('application_name'), clock_timestamp()); return null; end $$`.execute(
      front.db,
    );
    for (const table of ["positions", "sightings", "geofence_stays", "log_cursors", "events"])
      await sql`create trigger note_write after insert or update or delete on ${sql.table(table)}
        for each statement execute function note_write()`.execute(front.db);
    const sayAgain = (): void => {
      publishing = say().then(() => void (isEnding || (timer = setTimeout(sayAgain, sayEveryMs))));
    };
    sayAgain();
  });
  afterAll(async () => {
    isEnding = true;
    clearTimeout(timer);
    socket.close();
    for (const client of clients) await client.endAsync(true);
    for (const running of processes) running.signal("SIGKILL");
    await front.stop();
    await database.close();
    await nats.remove();
    await place.drop();
  });

  /** A fault, in the middle of crossings; how long positions stand still, ms. */
  const during = async (fault: () => void, { cross, outcome }: (typeof crossings)[number]): Promise<number> => {
    await untilShown(Date.now());
    const crossing = cross({ ...front, site });
    await vi.waitUntil(async () => (await outcome(front.db)).found.told.length > 0, patience);
    const atMs = Date.now();
    fault();
    const tookMs = await untilShown(atMs);
    await crossing;
    return tookMs;
  };

  test("when the first is killed, when it stops, and when it is paused; the paused one writes nothing more", async () => {
    const first = await locating("first");
    const second = await locating("second");
    const killedMs = await during(() => first.signal("SIGKILL"), crossings[0]!);
    process.stderr.write(`positions stood still after a kill for ${killedMs} ms\n`);
    const third = await locating("third");
    const stoppedMs = await during(() => second.signal("SIGTERM"), crossings[1]!);
    process.stderr.write(`positions stood still after a stop for ${stoppedMs} ms\n`);
    expect(await second.ended).toBe(0);
    await locating("fourth");
    const heldMs = await during(() => third.signal("SIGSTOP"), crossings[2]!);
    process.stderr.write(`positions stood still after a pause for ${heldMs} ms\n`);
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(front.db);
    third.signal("SIGCONT");
    expect(await third.ended).toBe(1);
    expect(third.said()).toContain("another process works on the log of devices' messages by now");
    const late = await sql`select * from written where by = 'third' and at > ${rows[0]!.at}`.execute(front.db);
    expect(late.rows).toEqual([]);
    const before = await sql`select * from written where by = 'third' limit 1`.execute(front.db);
    expect(before.rows).toHaveLength(1);
  });

  test("and nothing is lost, counted twice or out of order on the way", async () => {
    await untilShown(Date.now());
    isEnding = true;
    await publishing;
    const outcomes = () => Promise.all(crossings.map(({ outcome }) => outcome(front.db)));
    await vi.waitFor(async () => {
      for (const { found, expected } of await outcomes()) expect(found).toEqual(expected);
    }, patience);
    const counted = async () => {
      const { rows } = await sql<{ tracker: string; times: number }>`
        select tracker_id as tracker, sum(count)::int as times from sightings
        where tracker_id = any(${assets.map(({ trackerId }) => trackerId)}) group by tracker_id`.execute(front.db);
      return new Map(rows.map(({ tracker, times }) => [tracker, times]));
    };
    await vi.waitFor(async () => expect(await counted()).toEqual(acknowledged), patience);
    const stays = await front.db.selectFrom("positions").selectAll().orderBy("tracker_id").orderBy("ts").execute();
    for (const [, own] of Map.groupBy(stays, (stay) => stay.tracker_id))
      for (const [nth, stay] of own.entries())
        expect(nth === 0 || stay.ts.getTime() > own[nth - 1]!.end_ts.getTime()).toBe(true);
    for (const [, own] of Map.groupBy(shown, ({ asset_id }) => asset_id)) {
      const moments = own.map(({ last_updated }) => Date.parse(last_updated));
      expect(moments).toEqual([...new Set(moments)].toSorted((one, other) => one - other));
    }
  });
});
