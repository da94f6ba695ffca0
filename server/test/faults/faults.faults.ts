// `npm run test:faults`: a whole cell under load, with one fault after the other. What was acknowledged is the tests' own record.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { hasNats } from "../support/natsServer.ts";
import { type Receiver, webhookReceiver } from "../support/webhookReceiver.ts";
import { type Cell, startCell } from "./cell.ts";
import { deliveredCrossings } from "./delivered.ts";
import { type Duties, duties, endingMs } from "./duties.ts";
import { faultList } from "./faultList.ts";
import { startTraffic } from "./traffic.ts";
import { type FaultSite, makeWorld, type World } from "./world.ts";

/** The machine may be busy, and a part may have to start. */
const patience = { timeout: 180_000, interval: 100 };
const reconnectMs = 500;
/** `PULSE_FAULTS_SHORT=1 npm run test:faults`: one of each kind. */
const faults = faultList(process.env["PULSE_FAULTS_SHORT"] === "1");

let cell: Cell;
let world: World;
let receiver: Receiver;
let people: Duties;
let traffic: Awaited<ReturnType<typeof startTraffic>>;
const table: { fault: string; "lasted, ms": number; "live after, ms": number }[] = [];

beforeAll(async () => {
  if (!hasNats) throw new Error("test:faults needs the NATS server that bash .ci/realGateways/install.sh installs");
  cell = await startCell();
  receiver = await webhookReceiver(cell.wiring?.network.home.ip);
  world = await makeWorld(cell, receiver.url, faults.length);
  await cell.start("ingest", "west", "east", "jobs", "api");
  traffic = await startTraffic(cell.mqttUrl, world.sites);
  people = duties(world, cell.url);
});
afterAll(async () => {
  receiver?.close();
  await world?.database.close();
  await cell?.stop();
  for (const row of table) process.stderr.write(`| ${row.fault} | ${row["lasted, ms"]} | ${row["live after, ms"]} |\n`);
});

const db = () => world.database.db;
/** Every site has a position of a message from after this moment. */
const untilLive = async (since: Date): Promise<void> => {
  const trackers = world.sites.map(({ asset }) => asset.trackerId);
  await vi.waitFor(async () => {
    await cell.revive();
    const rows = await db()
      .selectFrom("latest_positions")
      .select("tracker_id")
      .where("tracker_id", "in", trackers)
      .where("end_ts", ">", since)
      .execute();
    expect(rows.map(({ tracker_id }) => tracker_id).toSorted()).toEqual(trackers.toSorted());
  }, patience);
};
const outcomesOf = (nth: number) =>
  Promise.all(world.sites.map(({ crossings }: FaultSite) => crossings[nth]!.outcome(db())));
test.each(faults.map((fault, nth) => ({ ...fault, nth })))(
  "$name: each crossing is stored and delivered once, and positions go on",
  async ({ act, name, nth }) => {
    await untilLive(new Date());
    const crossing = Promise.all(
      world.sites.map(({ site, crossings }) => crossings[nth]!.cross({ mqttUrl: cell.mqttUrl, site }, reconnectMs)),
    );
    await vi.waitFor(async () => {
      for (const { found } of await outcomesOf(nth)) expect(found.told).not.toEqual([]);
    }, patience);
    people.ask(nth);
    const atMs = Date.now();
    await act(cell);
    const actedMs = Date.now();
    await untilLive(new Date(atMs));
    const liveMs = Date.now();
    table.push({ fault: name, "lasted, ms": actedMs - atMs, "live after, ms": liveMs - actedMs });
    process.stderr.write(`${name}: took ${actedMs - atMs} ms; all live again ${liveMs - actedMs} ms after it\n`);
    await crossing;
    const crossed: string[] = [];
    await vi.waitFor(async () => {
      crossed.length = 0;
      for (const { found, expected } of await outcomesOf(nth)) {
        expect(found).toEqual(expected);
        crossed.push(...expected.told);
      }
    }, patience);
    const fences = new Set(world.sites.map(({ crossings }) => crossings[nth]!.fenceId()));
    const storedMs = Date.now();
    // The assets that move all the time may be in one of them, too.
    const ours = new Set(crossed);
    await vi.waitFor(() => {
      expect(deliveredCrossings(receiver, fences).filter((one) => ours.has(one))).toEqual(crossed.toSorted());
    }, patience);
    await people.acknowledged();
    process.stderr.write(
      `${name}: all crossings stored ${storedMs - actedMs} ms after it, all delivered ${Date.now() - actedMs} ms\n`,
    );
  },
);

test("afterwards each report and command that was acknowledged is there once and has come to its end", async () => {
  await vi.waitFor(() => people.expectOnce(db(), traffic.commands()), { ...patience, timeout: endingMs });
  expect(people.count()).toBe(2 * 2 * faults.length);
  process.stderr.write(`${await people.summary(db())}\n`);
});

test("afterwards every acknowledged advert is counted, and no position overlaps another of its tracker", async () => {
  await traffic.stop();
  await vi.waitFor(async () => {
    const { rows } = await sql<{ tracker: string; count: number }>`
      select tracker_id as tracker, sum(count)::int as count from sightings group by tracker_id`.execute(db());
    const counted = new Map(rows.map(({ tracker, count }) => [tracker, count]));
    for (const [tracker, { sent, acknowledged }] of traffic.counts()) {
      expect(counted.get(tracker)).toBeGreaterThanOrEqual(acknowledged);
      expect(counted.get(tracker)).toBeLessThanOrEqual(sent);
    }
  }, patience);
  const stays = await db().selectFrom("positions").selectAll().orderBy("tracker_id").orderBy("ts").execute();
  for (const [, own] of Map.groupBy(stays, (stay) => stay.tracker_id))
    for (const [nth, stay] of own.entries())
      expect(nth === 0 || stay.ts.getTime() > own[nth - 1]!.end_ts.getTime()).toBe(true);
  // No clock that was wrong has dated anything.
  expect(Math.max(...stays.map(({ end_ts: end }) => end.getTime()))).toBeLessThanOrEqual(Date.now());
  // The assets that move all the time cross geofences as often as they like.
  const moving = world.sites.map(({ asset }) => asset.id);
  const { rows } = await sql<{ times: number }>`
    select count(*)::int as times from events
    where kind = 'geofence' and data ? 'asset' and data->'asset'->>'id' <> all(${moving})
    group by entity_id, operation, data->'asset'->>'id' having count(*) > 1`.execute(db());
  expect(rows).toEqual([]);
});

test("afterwards people are shown each crossing once", async () => {
  await vi.waitFor(async () => expect(await people.shown()).toEqual(await people.stored(db())), patience);
});
