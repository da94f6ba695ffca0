import { localFrame } from "@pulse/geo/localFrame";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { call } from "./support/api.ts";
import { aCustomer, anAsset, aSite, aToken, type TestAsset, type TestSite } from "./support/builders.ts";
import { keptSightings, type Station } from "./support/keptSightings.ts";
import type { Spot } from "./support/radio.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// After an outage some gateways come back later than others: positions made for that time are made again, and nothing
// else.
let pulse: TestPulse;
let site: TestSite;
let customer: Awaited<ReturnType<typeof aCustomer>>;
const stations: Station[] = [];
const startMs = Math.floor(Date.now() / 10_000) * 10_000 - 3 * 3_600_000;
const kept = keptSightings(() => pulse, startMs);
const outage: [number, number] = [0, 600];
/** Stands, walks through the hall, and stands. */
const way = (s: number): Spot => {
  const share = Math.min(1, Math.max(0, (s - 200) / 60));
  return { x: 6 + 28 * share, y: 8 + 8 * share };
};

beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  stations.push(...(await sixGateways(pulse, customer, site)));
});
afterAll(() => pulse.stop());

const [early, late] = [(nth: number) => nth % 2 === 0, (nth: number) => nth % 2 === 1];
const some = (which: (nth: number) => boolean): Station[] => stations.filter((_, nth) => which(nth));

async function thing(): Promise<TestAsset> {
  const asset = await anAsset(pulse, customer, site, { linked: false });
  await kept.link(asset.id, asset.trackerId, -3600, null);
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  return asset;
}

/** Mean distance from the truth over the time that rows cover, m. */
function offM(rows: Awaited<ReturnType<typeof kept.rowsOf>>): number {
  const frame = localFrame(site.origin);
  let [sum, held] = [0, 0];
  for (const { fromS, untilS, lat, lon } of rows)
    for (let s = fromS; s <= untilS; s += 2) {
      const { x, y } = frame.toLocal({ lat, lon });
      const is = way(s);
      sum += Math.hypot(x - is.x, -y - is.y);
      held += 1;
    }
  return sum / held;
}

/** A row as a live fix left it. */
async function liveRow(asset: TestAsset, fromS: number, untilS: number): Promise<void> {
  await sql`insert into positions (tracker_id, asset_id, site_id, floor_id, ts, end_ts, lat, lon, accuracy,
      accuracy_outer, mechanism, moving)
    values (${asset.trackerId}, ${asset.id}, ${site.id}, ${site.floorId}, ${new Date(startMs + 1000 * fromS)},
      ${new Date(startMs + 1000 * untilS)}, ${site.origin.lat}, ${site.origin.lon}, 3, 6, 'TRILATERATED', false)`.execute(
    pulse.db,
  );
}

test("packets delivered much later by other gateways improve an outage's rows, and live rows stay", async () => {
  const asset = await thing();
  await liveRow(asset, -30, 0);
  await liveRow(asset, 300, 310);
  await liveRow(asset, 600, 640);
  await kept.hear(asset.trackerId, some(early), outage, way);
  await kept.tell([asset.trackerId], outage);
  await kept.made();
  const first = await kept.rowsOf(asset.trackerId);
  const isLive = ({ fromS }: { fromS: number }): boolean => [-30, 300, 600].includes(fromS);
  const ofPast = (rows: typeof first): typeof first => rows.filter((row) => !isLive(row));
  expect(ofPast(first).length).toBeGreaterThan(3);

  // An hour later, and for only a part of the time.
  await kept.hear(asset.trackerId, some(late), [20, 560], way);
  await kept.tell([asset.trackerId], [20, 560], 4200);
  await kept.made();
  const second = await kept.rowsOf(asset.trackerId);
  expect(second.filter(isLive)).toEqual(first.filter(isLive));
  expect(offM(ofPast(second))).toBeLessThan(0.7 * offM(ofPast(first)));
  for (const [nth, row] of second.entries()) {
    expect(row.untilS).toBeGreaterThanOrEqual(row.fromS);
    expect(second[nth + 1]?.fromS ?? Infinity).toBeGreaterThan(row.untilS);
    expect(row.asset_id).toBe(asset.id);
  }
  // Smoothed places belong to existing rows.
  const { rows: strays } = await sql`select * from smoothed_positions s where s.tracker_id = ${asset.trackerId}
    and not exists (select from positions p where p.tracker_id = s.tracker_id and p.ts = s.ts)`.execute(pulse.db);
  expect(strays).toEqual([]);
  const { rows: places } = await sql`select * from smoothed_positions where tracker_id = ${asset.trackerId}`.execute(
    pulse.db,
  );
  expect(places.length).toBeGreaterThan(0);

  // The same reports once more change nothing.
  await kept.tell([asset.trackerId], outage, 4300);
  await kept.made();
  expect(await kept.rowsOf(asset.trackerId)).toEqual(second);
  // Nor do reports more than a day later.
  await sql`delete from past_made`.execute(pulse.db);
  await sql`delete from sightings where tracker_id = ${asset.trackerId} and hardware_id = ${stations[0]!.id}`.execute(
    pulse.db,
  );
  await kept.tell([asset.trackerId], outage, 4400);
  await kept.made();
  expect(await kept.rowsOf(asset.trackerId)).toEqual(second);
});

test("rows of an outage that can no longer be located again stay as they were", async () => {
  const asset = await thing();
  await kept.hear(asset.trackerId, stations, outage, way);
  await kept.tell([asset.trackerId], outage);
  await kept.made();
  const first = await kept.rowsOf(asset.trackerId);
  expect(first.length).toBeGreaterThan(3);
  await sql`delete from sightings where tracker_id = ${asset.trackerId}`.execute(pulse.db);
  await kept.tell([asset.trackerId], outage, 4200);
  await kept.made();
  expect(await kept.rowsOf(asset.trackerId)).toEqual(first);
});

test("hourly sums follow late packets, and a better tracker of the same asset that is reported later takes over", async () => {
  const [poor, good] = [await thing(), await anAsset(pulse, customer, site, { linked: false })];
  await kept.link(poor.id, good.trackerId, -3600, null);
  await kept.hear(poor.trackerId, stations.slice(5), outage, way);
  await kept.tell([poor.trackerId], outage);
  await kept.made();
  const alone = await kept.rowsOf(poor.trackerId);
  expect(alone.every((row) => row.asset_id === poor.id)).toBe(true);
  const token = await aToken(pulse, customer, "Administrator");
  const span = `start_time_utc=${new Date(startMs - 3_600_000).toISOString()}&end_time_utc=${new Date(startMs + 7_200_000).toISOString()}`;
  const placesOf = async () =>
    (await call(pulse, "GET", `assets/${poor.id}/history?limit=1000&${span}`, { token })).content;
  expect(await placesOf()).toHaveLength(alone.length);

  await kept.hear(good.trackerId, stations, outage, way);
  await kept.tell([good.trackerId], outage, 4200);
  await kept.made();
  const told = await placesOf();
  const byGood = told.filter((row) => row["tracker_id"] === good.trackerId);
  // Where few gateways happen to agree, the poor one's circle is the smaller one for a while.
  expect(byGood.length).toBeGreaterThan(0.75 * told.length);
  const own = await kept.rowsOf(good.trackerId);
  expect(offM(own.filter((row) => row.asset_id === poor.id))).toBeLessThan(offM(alone));
  const hours = await pulse.db.selectFrom("changed_hours").selectAll().execute();
  const summed = await pulse.db.selectFrom("site_heat").selectAll().execute();
  expect(hours.length + summed.length).toBeGreaterThan(0);
});

test("an outage of hours reported in several parts is finally located from all of it", async () => {
  const asset = await thing();
  const long: [number, number] = [0, 1.25 * 3600];
  const stands = (): Spot => ({ x: 12, y: 9 });
  await kept.hear(asset.trackerId, some(early), long, stands);
  await kept.tell([asset.trackerId], long);
  await kept.made();
  await kept.hear(asset.trackerId, some(late), [3000, 4200], stands);
  await kept.tell([asset.trackerId], [3000, 4200], 4600);
  await kept.made();
  const rows = await kept.rowsOf(asset.trackerId);
  for (const [nth, row] of rows.entries()) {
    const next = rows[nth + 1]?.fromS ?? long[1];
    expect(next).toBeGreaterThan(row.untilS);
    expect(next - row.untilS).toBeLessThan(62);
  }
  const { rows: spans } = await sql<{ from_ts: Date; to_ts: Date }>`
    select from_ts, to_ts from past_made where tracker_id = ${asset.trackerId} order by from_ts`.execute(pulse.db);
  // Without holes or overlaps.
  for (const [nth, { to_ts: to }] of spans.entries()) expect(spans[nth + 1]?.from_ts ?? to).toEqual(to);
});
