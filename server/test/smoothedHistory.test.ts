import { localFrame } from "@pulse/geo/localFrame";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { call } from "./support/api.ts";
import { aCustomer, anAsset, aSite, aToken, type TestAsset, type TestSite } from "./support/builders.ts";
import { testClock, testRadio } from "./support/radio.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// A walk as it was shown live, and as history shows it once its end is known.
const clock = testClock();
let pulse: TestPulse;
let site: TestSite;
let asset: TestAsset;
let token: string;
let radio: Awaited<ReturnType<typeof testRadio>>;
const truth = new Map<number, { x: number; y: number }>();
/** The rooms meet in the middle of the walk. */
const borderM = 20;

beforeAll(async () => {
  pulse = await testPulse({}, { now: clock.now });
  const customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  const gateways = await sixGateways(pulse, customer, site);
  asset = await anAsset(pulse, customer, site);
  token = await aToken(pulse, customer, "Administrator");
  const frame = localFrame(site.origin);
  const room = (name: string, left: number, right: number) => ({
    name,
    area: [
      { x: left, y: 0 },
      { x: right, y: 0 },
      { x: right, y: -25 },
      { x: left, y: -25 },
    ].map(frame.toLatLon),
  });
  const rooms = [room("West", 0, borderM), room("East", borderM, 40)];
  await call(pulse, "PUT", `sites/${site.id}/floors/${site.floorId}/drawing`, { token, body: { rooms } });
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  radio = await testRadio({ pulse, clock, site, gateways, law: { exponent: 2.2, powerDbm: -59 } });
  // Stands, goes to and fro at 1.2 m/s, and stands again until the walk is known to have ended.
  for (let second = 0; second < 115; second++) {
    const gone = Math.max(0, Math.min(60, second - 12)) * 1.2;
    const at = { x: 4 + (gone <= 32 ? gone : Math.max(0, 64 - gone)), y: 12 };
    const located = radio.located([asset.trackerId]);
    await radio.hear([{ mac: asset.mac, at }], 1);
    truth.set(clock.tickMs(), at);
    await located;
  }
});
afterAll(async () => {
  await radio.close();
  await pulse.stop();
});

test("history shows a finished walk smoothed and closer to the truth, including its turn, and keeps the live positions", async () => {
  const path = `assets/${asset.id}/history?limit=1000&end_time_utc=${new Date(clock.now()).toISOString()}`;
  let rows = (await call(pulse, "GET", path, { token })).content;
  while (!rows.some((row) => row["smoothed"])) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    rows = (await call(pulse, "GET", path, { token })).content;
  }
  const stored = new Map(
    (await pulse.db.selectFrom("positions").selectAll().execute()).map((row) => [row.ts.toISOString(), row]),
  );
  const frame = localFrame(site.origin);
  const offBy = (place: { lat: number; lon: number }, atMs: number): number => {
    const [is, was] = [frame.toLocal(place), truth.get(atMs)!];
    return Math.hypot(is.x - was.x, is.y + was.y);
  };
  let [live, smoothed, count] = [0, 0, 0];
  const otherRooms: unknown[] = [];
  for (const row of rows) {
    const told = stored.get(row["timestamp"] as string)!;
    if (!row["smoothed"]) {
      expect(row).toMatchObject({ lat: told.lat, lon: told.lon });
      continue;
    }
    live += offBy(told, told.ts.getTime());
    smoothed += offBy(row as unknown as { lat: number; lon: number }, told.ts.getTime());
    count++;
    const { x } = frame.toLocal(row as unknown as { lat: number; lon: number });
    // At the border, either room may be named.
    const name = Math.abs(x - borderM) < 0.2 ? null : x < borderM ? "West" : "East";
    if (name !== null) expect(row["room"]).toMatchObject({ name });
    if (name !== null && told.room_name !== name) otherRooms.push(row["room"]);
    // The place of a stay is not known any better afterwards: only moving things are smoothed from both sides (decision
    // 35).
    if (told.moving) expect(row["accuracy"]).toBeLessThan(told.accuracy);
  }
  expect(count).toBeGreaterThan(30);
  expect(otherRooms.length).toBeGreaterThan(0);
  expect(smoothed / count).toBeLessThan(0.8 * (live / count));
  // Where it turns, it is shown to have gone all the way.
  const turned = rows.flatMap((row) => {
    const { ts } = stored.get(row["timestamp"] as string)!;
    return truth.get(ts.getTime())!.x > 33 ? [offBy(row as unknown as { lat: number; lon: number }, ts.getTime())] : [];
  });
  expect(turned.length).toBeGreaterThan(0);
  expect(turned.reduce((sum, off) => sum + off, 0) / turned.length).toBeLessThan(3);

  const file = await call(pulse, "GET", `${path}&return_file=true`, { token });
  const moved = rows.find((row) => row["smoothed"])!;
  expect(file.text).toContain(String(moved["lat"]));
});
