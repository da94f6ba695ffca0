import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { identityMigrations } from "@pulse/identity/migrations";
import { sql } from "kysely";
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { type OpenDatabase, openDatabase } from "../src/platform/database/database.ts";
import { shareAt } from "../src/platform/log/logScope.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
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
/** Tags that gateways hear; what crosses geofences knows its place itself. */
const tagCount = 8;
/** The machine may be busy. */
const patience = { timeout: 60_000, interval: 50 };

// Real processes over PostgreSQL and NATS. What the test knows is its own record.
describe.skipIf(!hasNats || testDatabaseUrl() === null)(
  "several processes share the trackers of one large site",
  () => {
    let nats: NatsServer;
    let own: Awaited<ReturnType<typeof emptyDatabase>>;
    let database: OpenDatabase;
    let front: TestPulse;
    let settings: Record<string, string>;
    let timer: NodeJS.Timeout;
    let customer: NewCustomer;
    let site: TestSite;
    let token: string;
    let gateways: (TestGateway & { spot: Spot })[];
    const tags: TestAsset[] = [];
    const clients: MqttClient[] = [];
    const crossings = Array.from({ length: 3 }, (_, nth) => killCrossings(nth));
    const processes: RunningProcess[] = [];
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
      await Promise.all(
        tags.flatMap((tag, nth) => {
          const spot = { x: 20 + 10 * Math.cos(angle + nth), y: 12 + 7 * Math.sin(angle + nth) };
          return tagMessages(gateways, tag, spot).map(async ({ topic, payload }, at) => {
            await clients[at]!.publishAsync(topic, payload, { qos: 1 });
            acknowledged.set(tag.trackerId, (acknowledged.get(tag.trackerId) ?? 0) + 1);
          });
        }),
      );
    };

    beforeAll(async () => {
      [nats, own] = await Promise.all([natsServer(), emptyDatabase()]);
      database = await openDatabase({ dataDir: "", databaseUrl: own.url, extraMigrations: identityMigrations });
      // Six gateways are too many for one process.
      settings = {
        PULSE_NATS_URL: nats.url,
        PULSE_CLUSTER: "divided",
        PULSE_UNSAFE: "1",
        PULSE_DIVIDE_SITE_ABOVE: "5",
      };
      const folder = mkdtempSync(join(temporaryFolder(), "front-"));
      const ofFront = { ...settings, PULSE_DATABASE_URL: own.url, PULSE_DATA_DIR: folder };
      front = await testPulse({ ...ofFront, PULSE_ROLES: "api,ingest,jobs" }, { keep: true, database });
      customer = await aCustomer(front);
      site = await aSite(front, customer);
      gateways = await sixGateways(front, customer, site);
      for (let nth = 0; nth < tagCount; nth++) tags.push(await anAsset(front, customer, site));
      for (const { fill } of crossings) await fill(front, customer, site);
      token = await aToken(front, customer, "Administrator", { devTools: true });
      front.bus.publish("changed", everythingChanged);
      await front.settled();
      for (const { username, password } of gateways)
        clients.push(await connectAsync(front.mqttUrl, { username, password }));
      // Who writes about which tracker or gateway, and when, as the database sees it.
      await sql`create table written (by text not null, id uuid not null, at timestamptz not null)`.execute(front.db);
      for (const [table, column] of [
        ["latest_positions", "tracker_id"],
        ["tracker_status", "tracker_id"],
        ["gateway_status", "hardware_id"],
      ] as const) {
        const note = `note_${table}`;
        await sql`create function ${sql.raw(note)}() returns trigger language plpgsql as $$ begin
        insert into written values (${sql.lit(table)} || ' ' || current_setting('application_name'), new.${sql.raw(column)},
          clock_timestamp()); return null; end $$`.execute(front.db);
        await sql`create trigger ${sql.raw(note)} after insert or update on ${sql.table(table)}
        for each row execute function ${sql.raw(note)}()`.execute(front.db);
      }
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
      await nats.remove();
      await own.drop();
    });

    const now = async (): Promise<Date> => {
      const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(front.db);
      return rows[0]!.at;
    };
    /** The processes that have written to a table since a moment, by what it was about. */
    const writers = async (table: string, since: Date): Promise<Map<string, string[]>> => {
      const { rows } = await sql<{ by: string; id: string }>`
      select distinct split_part(by, ' ', 2) as by, id from written
      where at > ${since} and by like ${`${table} %`}`.execute(front.db);
      const byThing = Map.groupBy(rows, ({ id }) => id);
      return new Map([...byThing].map(([id, all]) => [id, all.map(({ by }) => by).toSorted()]));
    };
    /** Until each tag is written by one process, and the tags by so many of them: by which. */
    const writersOf = async (count: number): Promise<string[]> => {
      const ofTags = async (since: Date): Promise<string[][]> => {
        const found = await writers("latest_positions", since);
        return tags.map(({ trackerId }) => found.get(trackerId) ?? []);
      };
      let names: string[] = [];
      await vi.waitFor(async () => {
        const since = await now();
        await vi.waitUntil(async () => (await ofTags(since)).every(({ length }) => length > 0), patience);
        const found = await ofTags(since);
        expect(found.map(({ length }) => length)).toEqual(tags.map(() => 1));
        names = [...new Set(found.flat())].toSorted();
        expect(names).toHaveLength(count);
      }, patience);
      return names;
    };
    /** Does something in the middle of crossings. */
    const amidCrossings = async (nth: number, act: () => unknown = () => undefined): Promise<void> => {
      const { cross, outcome } = crossings[nth]!;
      const crossing = cross({ ...front, site });
      await vi.waitUntil(async () => (await outcome(front.db)).found.told.length > 0, patience);
      await act();
      await crossing;
    };

    test("one has all trackers of a divided site, and a second that joins takes its share of them", async () => {
      await locating("first");
      expect(await writersOf(1)).toEqual(["first"]);
      const shares = await front.db.selectFrom("site_shares").select(["site_id", "share"]).orderBy("share").execute();
      expect(shares.length).toBeGreaterThan(1);
      expect(shares).toEqual(shares.map((_, nth) => ({ site_id: site.id, share: nth + 1 })));
      await locating("second");
      await amidCrossings(0);
      expect(await writersOf(2)).toEqual(["first", "second"]);
    });

    test("what devices report about themselves is written by one process, and each tracker's position is explained", async () => {
      const since = await now();
      await vi.waitFor(async () => {
        for (const table of ["tracker_status", "gateway_status"]) {
          const all = [...(await writers(table, since)).values()];
          expect(all.length).toBeGreaterThan(0);
          expect(new Set(all.flat()).size).toBe(1);
        }
      }, patience);
      for (const { trackerId } of tags)
        await vi.waitFor(async () => {
          const { status } = await call(front, "GET", `trackers/${trackerId}/explain`, { token });
          expect(status).toBe(200);
        }, patience);
    });

    test("a tracker that is linked to an asset of another share is located there, and its positions are the asset's", async () => {
      const shares = await front.db.selectFrom("site_shares").select("share").execute();
      const shareOf = (id: string): number => shareAt({ id, share: null }, shares.length + 1);
      const [asset] = tags;
      // All of them are in the shares of their assets.
      const other = tags.find(({ id }) => shareOf(id) !== shareOf(asset!.id))!;
      const body = { tracker_id: other.trackerId, replace: true };
      expect((await call(front, "POST", `assets/${asset!.id}/trackers`, { token, body })).status).toBe(201);
      await vi.waitFor(async () => {
        const ofAsset = front.db.selectFrom("latest_positions").select("tracker_id").where("asset_id", "=", asset!.id);
        expect(await ofAsset.execute()).toEqual([{ tracker_id: other.trackerId }]);
      }, patience);
      const moved = await front.db.selectFrom("tracker_shares").selectAll().where("since", "is not", null).execute();
      expect(moved).toMatchObject([{ tracker_id: other.trackerId, share: shareOf(asset!.id), ready: true }]);
      // Null: its id said that share, too.
      expect(moved[0]!.share_before ?? shareOf(other.trackerId)).toBe(shareOf(other.id));
    });

    test("all trackers are the other's when one is killed, and its share are a third's that joins", async () => {
      await amidCrossings(1, () => processes[0]!.signal("SIGKILL"));
      const killedMs = Date.now();
      expect(await writersOf(1)).toEqual(["second"]);
      process.stderr.write(`a divided site was whole again ${Date.now() - killedMs} ms after a kill\n`);
      await locating("third");
      expect(await writersOf(2)).toEqual(["second", "third"]);
    });

    test("the site gets more shares in the middle of crossings when it has grown, and both have some of them", async () => {
      const shareCount = async (): Promise<number> =>
        (await front.db.selectFrom("site_shares").select("share").execute()).length + 1;
      const before = await shareCount();
      // Each share is meant to have ten trackers.
      for (let nth = 0; nth < 10 * (before + 1); nth++) await anAsset(front, customer, site, { linked: false });
      front.bus.publish("changed", everythingChanged);
      // What its home does once a minute.
      await amidCrossings(2, () => sql`update site_shares set growing_since = clock_timestamp()`.execute(front.db));
      await vi.waitFor(async () => expect(await shareCount()).toBe(2 * before), patience);
      const grownMs = Date.now();
      expect(await writersOf(2)).toEqual(["second", "third"]);
      process.stderr.write(`a site with more shares was seen whole ${Date.now() - grownMs} ms after it had grown\n`);
    });

    test("and nothing is lost, counted twice, written twice or out of order on the way", async () => {
      isEnding = true;
      await publishing;
      await vi.waitFor(async () => {
        for (const { outcome } of crossings) {
          const { found, expected } = await outcome(front.db);
          expect(found).toEqual(expected);
        }
      }, patience);
      const counted = async () => {
        const { rows } = await sql<{ tracker: string; times: number }>`
        select tracker_id as tracker, sum(count)::int as times from sightings group by tracker_id`.execute(front.db);
        return new Map(rows.map(({ tracker, times }) => [tracker, times]));
      };
      await vi.waitFor(async () => expect(await counted()).toEqual(acknowledged), patience);
      const stays = await front.db.selectFrom("positions").selectAll().orderBy("tracker_id").orderBy("ts").execute();
      for (const [, ofTracker] of Map.groupBy(stays, (stay) => stay.tracker_id))
        for (const [nth, stay] of ofTracker.entries())
          expect(nth === 0 || stay.ts.getTime() > ofTracker[nth - 1]!.end_ts.getTime()).toBe(true);
      // Nothing has failed and been made up for.
      for (const running of processes) expect(running.said()).not.toMatch(/"level":[56]0/);
    });
  },
);
