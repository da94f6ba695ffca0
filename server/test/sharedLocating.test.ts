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
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
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
/** The partitions of the sites, so that each of two and of three processes has one of them at least: the highest move first. */
const partitions = [1, 9, 15, 16];

interface Shown {
  asset_id: string;
  last_updated: string;
}

/** A site with an asset whose tag moves all the time. */
interface Place {
  site: TestSite;
  gateways: (TestGateway & { spot: Spot })[];
  clients: MqttClient[];
  asset: TestAsset;
  crossings: ReturnType<typeof killCrossings>[];
  /** When each of the asset's positions was shown. */
  shownMs: number[];
}

// Real processes over PostgreSQL and NATS. What the test knows is its own record.
describe.skipIf(!hasNats || testDatabaseUrl() === null)("several processes share the work on one log", () => {
  let nats: NatsServer;
  let own: Awaited<ReturnType<typeof emptyDatabase>>;
  let database: OpenDatabase;
  let front: TestPulse;
  let settings: Record<string, string>;
  let timer: NodeJS.Timeout;
  const places: Place[] = [];
  const sockets: Socket[] = [];
  const processes: RunningProcess[] = [];
  const shown: Shown[] = [];
  /** How many adverts of each tag were acknowledged. */
  const acknowledged = new Map<string, number>();
  let publishing: Promise<unknown> = Promise.resolve();
  let isEnding = false;

  /** @param name how the database knows it */
  const locating = async (name: string): Promise<RunningProcess> => {
    const running = await startedLocate(settings, { databaseUrl: own.url, name });
    processes.push(running);
    return running;
  };
  const say = async (): Promise<void> => {
    const angle = Date.now() / 4000;
    const spot = { x: 20 + 10 * Math.cos(angle), y: 12 + 7 * Math.sin(angle) };
    await Promise.all(
      places.flatMap(({ gateways, clients, asset }) =>
        tagMessages(gateways, asset, spot).map(async ({ topic, payload }, at) => {
          await clients[at]!.publishAsync(topic, payload, { qos: 1 });
          acknowledged.set(asset.trackerId, (acknowledged.get(asset.trackerId) ?? 0) + 1);
        }),
      ),
    );
  };
  const siteIn = async (customer: NewCustomer, partition: number): Promise<TestSite> => {
    for (;;) {
      const site = await aSite(front, customer);
      if (partitionOf(site.id) === partition) return site;
    }
  };
  const aPlace = async (customer: NewCustomer, partition: number): Promise<Place> => {
    const site = await siteIn(customer, partition);
    const gateways = await sixGateways(front, customer, site);
    const asset = await anAsset(front, customer, site);
    const crossings = Array.from({ length: 2 }, (_, nth) => killCrossings(nth));
    for (const { fill } of crossings) await fill(front, customer, site);
    return { site, gateways, clients: [], asset, crossings, shownMs: [] };
  };
  const watch = async ({ site, shownMs }: Place, token: string): Promise<void> => {
    const socket = io(front.url, { transports: ["websocket"], reconnection: false, forceNew: true });
    sockets.push(socket);
    socket.on("location_update", (items: Shown[]) => {
      shown.push(...items);
      shownMs.push(Date.now());
    });
    socket.on("heartbeat", () => socket.emit("pong"));
    await new Promise((resolve) => socket.emit("login", token, site.id, resolve));
  };

  beforeAll(async () => {
    [nats, own] = await Promise.all([natsServer(), emptyDatabase()]);
    database = await openDatabase({ dataDir: "", databaseUrl: own.url, extraMigrations: identityMigrations });
    settings = { PULSE_NATS_URL: nats.url, PULSE_CLUSTER: "shared", PULSE_UNSAFE: "1" };
    const folder = mkdtempSync(join(temporaryFolder(), "front-"));
    const ofFront = { ...settings, PULSE_DATABASE_URL: own.url, PULSE_DATA_DIR: folder };
    front = await testPulse({ ...ofFront, PULSE_ROLES: "api,ingest,jobs" }, { keep: true, database });
    const customer = await aCustomer(front);
    for (const partition of partitions) places.push(await aPlace(customer, partition));
    front.bus.publish("changed", everythingChanged);
    await front.settled();
    const token = await aToken(front, customer, "Administrator");
    for (const place of places) {
      await watch(place, token);
      for (const { username, password } of place.gateways)
        place.clients.push(await connectAsync(front.mqttUrl, { username, password }));
    }
    // Who writes what was made of which site, and when, as the database sees it.
    await sql`create table written (by text not null, site_id uuid not null, at timestamptz not null)`.execute(
      front.db,
    );
    await sql`create function note_write() returns trigger language plpgsql as $$ begin
      insert into written values (current_setting('application_name'), new.site_id, clock_timestamp()); return null; end $$`.execute(
      front.db,
    );
    for (const table of ["latest_positions", "geofence_stays"])
      await sql`create trigger note_write after insert or update on ${sql.table(table)}
        for each row execute function note_write()`.execute(front.db);
    const sayAgain = (): void => {
      publishing = say().then(() => void (isEnding || (timer = setTimeout(sayAgain, sayEveryMs))));
    };
    sayAgain();
  });
  afterAll(async () => {
    isEnding = true;
    clearTimeout(timer);
    for (const socket of sockets) socket.close();
    for (const { clients } of places) for (const client of clients) await client.endAsync(true);
    for (const running of processes) running.signal("SIGKILL");
    await front.stop();
    await database.close();
    await nats.remove();
    await own.drop();
  });

  const now = async (): Promise<Date> => {
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(front.db);
    return rows[0]!.at;
  };
  /** The processes that have written about each of the places since a moment. */
  const writers = async (since: Date): Promise<string[][]> => {
    const { rows } = await sql<{ by: string; site_id: string }>`
      select distinct by, site_id from written where at > ${since}`.execute(front.db);
    return places.map(({ site }) => rows.flatMap(({ by, site_id }) => (site_id === site.id ? by : [])).toSorted());
  };
  /** How many partitions each process holds, the fewest first. */
  const holdings = async (): Promise<number[]> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from log_partitions
      where leased_until > clock_timestamp() group by lease order by count`.execute(front.db);
    return rows.map(({ count }) => count);
  };
  /**
   * Until this many processes have shares, and each place, for some time, has one of them that writes: their names. The shares must
   * be equal, since otherwise the next change may leave a process without one of the places.
   */
  const writersOf = async (count: number): Promise<string[]> => {
    let names: string[] = [];
    await vi.waitFor(async () => {
      const shares = await holdings();
      const found = { processes: shares.length, partitions: shares.reduce((sum, share) => sum + share, 0) };
      expect(found).toEqual({ processes: count, partitions: 16 });
      expect(shares.at(-1)! - shares[0]!).toBeLessThanOrEqual(1);
      const since = await now();
      await Promise.all(places.map((place) => untilShown(place, 3)));
      const ofPlaces = await writers(since);
      expect(ofPlaces.map(({ length }) => length)).toEqual(places.map(() => 1));
      names = [...new Set(ofPlaces.flat())].toSorted();
      expect(names).toHaveLength(count);
    }, patience);
    return names;
  };
  const untilShown = async ({ shownMs }: Place, times: number): Promise<void> => {
    const before = shownMs.length;
    await vi.waitUntil(() => shownMs.length >= before + times, patience);
  };
  /** The longest time for which a place stood still since a moment, ms. */
  const longestPause = (sinceMs: number): number[] =>
    places.map(({ shownMs }) => {
      const since = shownMs.filter((atMs) => atMs >= sinceMs);
      return Math.max(...since.map((atMs, nth) => atMs - (since[nth - 1] ?? sinceMs)));
    });
  /** Does something in the middle of crossings at all places. */
  const amidCrossings = async (nth: number, act: () => unknown = () => undefined): Promise<void> => {
    const all = places.map(({ site, crossings }) => ({ crossing: crossings[nth]!, site }));
    const crossing = Promise.all(all.map(({ crossing: { cross }, site }) => cross({ ...front, site })));
    await vi.waitUntil(async () => {
      const outcomes = await Promise.all(all.map(({ crossing: { outcome } }) => outcome(front.db)));
      return outcomes.every(({ found }) => found.told.length > 0);
    }, patience);
    await act();
    await crossing;
  };

  test("one has all sites, a second takes half of them, and each site is written by one of them", async () => {
    await locating("first");
    expect(await writersOf(1)).toEqual(["first"]);
    await locating("second");
    const sinceMs = Date.now();
    // Its share moves meanwhile.
    await amidCrossings(0);
    expect(await writersOf(2)).toEqual(["first", "second"]);
    process.stderr.write(
      `sites stood still while a process joined for at most ${longestPause(sinceMs).join(", ")} ms\n`,
    );
  });

  test("the sites of one that is killed go to the other, a third that joins takes its share, and one that stops leaves its", async () => {
    const [first] = processes;
    const killedMs = Date.now();
    await amidCrossings(1, () => first!.signal("SIGKILL"));
    expect(await writersOf(1)).toEqual(["second"]);
    process.stderr.write(`sites stood still after a kill for at most ${longestPause(killedMs).join(", ")} ms\n`);
    await locating("third");
    expect(await writersOf(2)).toEqual(["second", "third"]);
    const fourthMs = Date.now();
    await locating("fourth");
    expect(await writersOf(3)).toEqual(["fourth", "second", "third"]);
    process.stderr.write(
      `sites stood still while a third joined for at most ${longestPause(fourthMs).join(", ")} ms\n`,
    );
    const stoppedMs = Date.now();
    processes[1]!.signal("SIGTERM");
    expect(await writersOf(2)).toEqual(["fourth", "third"]);
    process.stderr.write(`sites stood still after a stop for at most ${longestPause(stoppedMs).join(", ")} ms\n`);
    expect(await processes[1]!.ended).toBe(0);
  });

  test("and nothing is lost, counted twice, written twice or out of order on the way", async () => {
    isEnding = true;
    await publishing;
    const outcomes = () =>
      Promise.all(places.flatMap(({ crossings }) => crossings).map(({ outcome }) => outcome(front.db)));
    await vi.waitFor(async () => {
      for (const { found, expected } of await outcomes()) expect(found).toEqual(expected);
    }, patience);
    const trackerIds = places.map(({ asset }) => asset.trackerId);
    const counted = async () => {
      const { rows } = await sql<{ tracker: string; times: number }>`
        select tracker_id as tracker, sum(count)::int as times from sightings
        where tracker_id = any(${trackerIds}) group by tracker_id`.execute(front.db);
      return new Map(rows.map(({ tracker, times }) => [tracker, times]));
    };
    await vi.waitFor(async () => expect(await counted()).toEqual(acknowledged), patience);
    const stays = await front.db.selectFrom("positions").selectAll().orderBy("tracker_id").orderBy("ts").execute();
    for (const [, ofTracker] of Map.groupBy(stays, (stay) => stay.tracker_id))
      for (const [nth, stay] of ofTracker.entries())
        expect(nth === 0 || stay.ts.getTime() > ofTracker[nth - 1]!.end_ts.getTime()).toBe(true);
    for (const [, ofAsset] of Map.groupBy(shown, ({ asset_id }) => asset_id)) {
      const moments = ofAsset.map(({ last_updated }) => Date.parse(last_updated));
      expect(moments).toEqual([...new Set(moments)].toSorted((one, other) => one - other));
    }
  });
});
