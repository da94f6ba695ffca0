import { encodeAdvData, KKM_FACTORY_UUID, type EncodedAdvert } from "@pulse/protocols/kgateway/encode";
import { localFrame } from "@pulse/geo/localFrame";
import { sql } from "kysely";
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { call } from "./support/api.ts";
import {
  aCustomer,
  aGateway,
  aGeofence,
  anAsset,
  aSite,
  aToken,
  type TestAsset,
  type TestGateway,
  type TestSite,
} from "./support/builders.ts";
import { testClock, type Spot } from "./support/radio.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// The line of all gateways of a site is down: what they keep is handed over when it is back, and history has no holes.
const clock = testClock();
let pulse: TestPulse;
let site: TestSite;
let asset: TestAsset;
let token: string;
let customer: Awaited<ReturnType<typeof aCustomer>>;
interface Station extends TestGateway {
  spot: Spot;
  client: MqttClient;
  kept: EncodedAdvert[];
}
const stations: Station[] = [];
const startMs = clock.now();
const OUTAGE = { fromS: 30, untilS: 330 } as const;
/** The asset goes through the hall at half walking pace, in the middle of the outage. */
const LEAVES_S = 120;
const ARRIVES_S = 180;
const [before, after] = [
  { x: 5, y: 6 },
  { x: 34, y: 19 },
];
const spotAt = (s: number): Spot => {
  const share = Math.min(1, Math.max(0, (s - LEAVES_S) / (ARRIVES_S - LEAVES_S)));
  return { x: before.x + share * (after.x - before.x), y: before.y + share * (after.y - before.y) };
};

const connect = async (): Promise<void> => {
  for (const station of stations) {
    const { username, password } = station;
    station.client = await connectAsync(pulse.mqttUrl, { username, password });
  }
};
const leave = async (): Promise<void> => {
  await Promise.all(stations.map(({ client }) => client.endAsync(true)));
  await pulse.stop();
};

beforeAll(async () => {
  pulse = await testPulse({}, { now: clock.now });
  customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  for (const gateway of await sixGateways(pulse, customer, site))
    stations.push({ ...gateway, client: null!, kept: [] });
  asset = await anAsset(pulse, customer, site);
  await pulse.db
    .updateTable("links")
    .set({ linked_at: new Date(startMs - 3_600_000) })
    .execute();
  // It goes through this geofence unnoticed.
  await aGeofence(pulse, customer, site, { x: 20, y: 12, radius: 4 });
  token = await aToken(pulse, customer, "Administrator");
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  await connect();
});
afterAll(leave);

/** Each gateway hears the tag once a second; when this ends, their messages have been processed. */
async function second(s: number): Promise<void> {
  const at = spotAt(s);
  await clock.secondsLater(1, async () => {
    for (const [nth, station] of stations.entries()) {
      const m = Math.hypot(station.spot.x - at.x, station.spot.y - at.y, 1.3);
      const rssi = Math.round(-59 - 22 * Math.log10(m) + 2 * Math.sin(7 * s + 3 * nth));
      const iBeacon = { frame: "ibeacon", uuid: KKM_FACTORY_UUID, major: 1, minor: 1, measuredPower: -59 } as const;
      station.kept.push({ mac: asset.mac, rssi, atMs: clock.now(), ...iBeacon });
      if (s >= OUTAGE.fromS && s < OUTAGE.untilS) continue;
      const adverts = station.kept.splice(0);
      // As a KGateway does, a hundred in a message.
      for (let from = 0; from < adverts.length; from += 100) await say(station, adverts.slice(from, from + 100));
    }
    if (s < OUTAGE.fromS || s >= OUTAGE.untilS) await pulse.settled();
  });
}

async function say({ client, gmac, mac }: Station, adverts: EncodedAdvert[]): Promise<void> {
  const payload = encodeAdvData({ gatewayMac: mac, adverts, utcOffsetMs: 0 });
  await client.publishAsync(`kbeacon/publish/${gmac}`, payload, { qos: 1 });
}

const span = (fromS: number, untilS: number): string =>
  `start_time_utc=${new Date(startMs + 1000 * fromS).toISOString()}&end_time_utc=${new Date(startMs + 1000 * untilS).toISOString()}`;
const history = async (fromS: number, untilS: number): Promise<Record<string, unknown>[]> =>
  (await call(pulse, "GET", `assets/${asset.id}/history?limit=1000&${span(fromS, untilS)}`, { token })).content;
const storedRows = () => pulse.db.selectFrom("positions").selectAll().orderBy("tracker_id").orderBy("ts").execute();
/** How many trackers wait for their past, or have some of it left to be made. */
const pastLeft = async (): Promise<number> =>
  (await pulse.db.selectFrom("late_heard").select("tracker_id").execute()).length +
  (await pulse.db.selectFrom("past_work").select("tracker_id").execute()).length;
const atS = (row: Record<string, unknown>, key: string): number => (Date.parse(String(row[key])) - startMs) / 1000;

test("packets received while all lines were down fill the gap in the history", async () => {
  const frame = localFrame(site.origin);
  const offFrom = (place: { lat: number; lon: number }, spot: Spot): number => {
    const { x, y } = frame.toLocal(place);
    return Math.hypot(x - spot.x, -y - spot.y);
  };
  const live: { atMs: number; offM: number }[] = [];
  const stop = pulse.bus.subscribe("fixes", (fixes) => {
    for (const { fix, lat, lon } of fixes)
      if (fix.atMs > startMs + 1000 * OUTAGE.fromS) live.push({ atMs: fix.atMs, offM: offFrom({ lat, lon }, after) });
  });
  for (let s = 0; s < OUTAGE.untilS; s++) await second(s);
  const shownBefore = await storedRows();
  for (let s = OUTAGE.untilS; s < OUTAGE.untilS + 15; s++) await second(s);
  expect(live.length).toBeGreaterThan(3);

  // The past is made once nothing has come late for a while.
  do {
    clock.advance(10_000);
    await pulse.turn();
  } while ((await history(60, 300)).length <= 5);
  stop();
  const rows = await history(OUTAGE.fromS + 20, OUTAGE.untilS - 10);
  const offM = rows.map((row) => {
    const [fromS, untilS] = [atS(row, "timestamp"), atS(row, "end_timestamp")];
    return offFrom(row as unknown as { lat: number; lon: number }, spotAt((fromS + untilS) / 2));
  });
  // At rest its place is as good as ever; on its way it is limited by the steps in which sightings are kept.
  expect(offM.toSorted((a, b) => a - b)[Math.floor(offM.length / 2)]).toBeLessThan(4);
  expect(Math.max(...offM)).toBeLessThan(12);
  for (const s of [80, 110, 200, 250, 300])
    expect(
      rows.some((row) => atS(row, "timestamp") <= s + 15 && atS(row, "end_timestamp") >= s - 15),
      `${s}`,
    ).toBe(true);
  // The map of that moment shows it there.
  const at = new Date(startMs + 150_000).toISOString();
  const { content: map } = await call(pulse, "GET", `assets/live?site_id=${site.id}&at=${at}`, { token });
  const there = map.find((row) => row["guid"] === asset.guid) as unknown as { lat: number; lon: number };
  expect(offFrom(there, spotAt(150))).toBeLessThan(12);

  // The live dot stays where the thing is, and nothing that was shown has changed.
  expect(Math.max(...live.map(({ offM: off }) => off))).toBeLessThan(4);
  expect(live.map(({ atMs }) => atMs)).toEqual(live.map(({ atMs }) => atMs).toSorted((a, b) => a - b));
  const stored = await storedRows();
  expect(stored).toEqual(expect.arrayContaining(shownBefore.slice(0, -1)));
  // Nobody is told of the past.
  expect(await pulse.db.selectFrom("geofence_stays").selectAll().execute()).toEqual([]);
  const { content: events } = await call(pulse, "GET", `events?site_id=${site.id}&limit=500`, { token });
  expect(events.filter((event) => event["resource"] === "geofence")).toEqual([]);
});

test("the gap of an outage is filled once, also by a process that starts again with it", async () => {
  const filled = await storedRows();
  const late = { from: new Date(startMs + 1000 * OUTAGE.fromS), to: new Date(startMs + 1000 * (OUTAGE.untilS + 2)) };
  // The end of a process writes the row that its live fixes were at.
  await leave();
  // As if it had ended before it had begun, with some of the rows missing.
  const [lostFrom, lostTo] = [new Date(startMs + 200_000), new Date(startMs + 300_000)];
  await pulse.db.deleteFrom("positions").where("ts", ">", lostFrom).where("end_ts", "<", lostTo).execute();
  // And the other rows as if live fixes had made them.
  await pulse.db.deleteFrom("past_made").execute();
  const left = await storedRows();
  const at = new Date(clock.now());
  pulse = await testPulse({}, { now: clock.now, keep: true });
  await connect();
  token = await aToken(pulse, customer, "Administrator");
  await pulse.db
    .insertInto("late_heard")
    .values({ tracker_id: asset.trackerId, from_ts: late.from, to_ts: late.to, first_noted_at: at, noted_at: at })
    .execute();
  await pulse.settled();
  do {
    clock.advance(10_000);
    await pulse.turn();
  } while ((await pastLeft()) > 0);
  const rows = await storedRows();
  // All but the last row, which live fixes go on writing: a process that starts may still judge anew whether it moved.
  expect(rows).toEqual(expect.arrayContaining(left.slice(0, -1)));
  expect(rows.length - left.length).toBeLessThan(10);
  const times = rows.map(({ ts, end_ts }) => [ts.getTime(), end_ts.getTime()] as const);
  for (const [nth, [fromMs, untilMs]] of times.entries()) {
    expect(untilMs).toBeGreaterThanOrEqual(fromMs);
    expect(times[nth + 1]?.[0] ?? Infinity).toBeGreaterThan(untilMs);
  }
  expect(times.length).toBeLessThanOrEqual(filled.length + 5);
});

test("a long outage is processed hour by hour, for the asset linked at the time and only with the site's gateways", async () => {
  const other = await aCustomer(pulse);
  const elsewhere = await aSite(pulse, other);
  const gateways = [];
  for (const x of [3, 37]) for (const y of [3, 22]) gateways.push(await aGateway(pulse, other, elsewhere, { x, y }));
  const tagged = await anAsset(pulse, other, elsewhere);
  const fromMs = Math.floor(clock.now() / 10_000) * 10_000 - 3 * 3_600_000;
  const linkedMs = fromMs + 1_800_000;
  await pulse.db
    .updateTable("links")
    .set({ linked_at: new Date(linkedMs) })
    .where("tracker_id", "=", tagged.trackerId)
    .execute();
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  const [from, to] = [new Date(fromMs), new Date(fromMs + 1.25 * 3_600_000)];
  // Somebody else's gateway has heard it best.
  const hearing = [stations[0]!, ...gateways].map(({ id }, nth) => ({ id, rssi: nth === 0 ? -45 : -70 }));
  for (const { id, rssi } of hearing)
    await sql`insert into sightings (tracker_id, ts, hardware_id, rssi, rssi_min, rssi_max, count)
      select ${tagged.trackerId}::uuid, ts, ${id}::uuid, ${rssi}, ${rssi}, ${rssi}, 10
      from generate_series(${from}::timestamptz, ${to}::timestamptz, interval '10 s') as ts`.execute(pulse.db);
  await pulse.db
    .insertInto("late_heard")
    .values({ tracker_id: tagged.trackerId, from_ts: from, to_ts: to, first_noted_at: from, noted_at: from })
    .execute();
  while ((await pastLeft()) > 0) await pulse.turn();
  const rows = (await storedRows()).filter((row) => row.tracker_id === tagged.trackerId);
  const own = new Set(gateways.map(({ id }) => id));
  let untilMs = fromMs;
  for (const row of rows) {
    expect(row.ts.getTime()).toBeGreaterThanOrEqual(untilMs);
    expect(row.ts.getTime()).toBeLessThan(untilMs + 61_000);
    untilMs = row.end_ts.getTime();
    expect(row.site_id).toBe(elsewhere.id);
    expect(own.has(row.nearest_hardware_id!)).toBe(true);
    expect(row.asset_id).toBe(row.ts.getTime() < linkedMs ? null : tagged.id);
  }
  expect(untilMs).toBeGreaterThan(to.getTime() - 61_000);
  // Before the link, until the hour's end, and after it.
  expect(rows.length).toBeGreaterThan(2);
});
