import { distanceM } from "@pulse/geo/latLon";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
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
import { testClock, testRadio } from "./support/radio.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// "Why is it there", for people with the developer tools.
const clock = testClock();
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let asset: TestAsset;
let deafId: string;
const stations: (TestGateway & { spot: { x: number; y: number } })[] = [];
let developer: string;
let radio: Awaited<ReturnType<typeof testRadio>>;
const at = { x: 12, y: 8 };

beforeAll(async () => {
  pulse = await testPulse({}, { now: clock.now });
  customer = await aCustomer(pulse);
  site = await aSite(pulse, customer, { selfCalibrating: false });
  // Learning would notice the deaf gateway and compensate.
  stations.push(...(await sixGateways(pulse, customer, site)));
  deafId = stations[2]!.id;
  asset = await anAsset(pulse, customer, site);
  developer = await aToken(pulse, customer, "Administrator", { devTools: true });
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  const law = { exponent: 2.2, powerDbm: -59, offsetsDb: [0, 0, -20, 0, 0, 0] };
  radio = await testRadio({ pulse, clock, site, gateways: stations, law });
  await radio.hear([{ mac: asset.mac, at }], 10);
  await radio.located([asset.trackerId]);
});
afterAll(async () => {
  await radio.close();
  await pulse.stop();
});

const explain = (token: string, query = "") =>
  call(pulse, "GET", `trackers/${asset.trackerId}/explain${query}`, { token });

test("the explanation shows what was received and expected, and what each step decided", async () => {
  const { status, content } = await explain(developer);
  expect(status).toBe(200);
  expect(content).toMatchObject({
    tracker_id: asset.trackerId,
    mechanism: "TRILATERATED",
    fix: { floor_id: site.floorId, location: "Main · Ground", smoothed: false },
    floors: [{ floor_id: site.floorId, name: "Ground", probability: 1 }],
  });
  const gateways = content["gateways"] as Record<string, number>[];
  expect(gateways).toHaveLength(6);
  for (const gateway of gateways) {
    expect(gateway["used"]).toBe(true);
    expect(gateway["residual"]).toBeCloseTo(gateway["rssi"]! - gateway["expected_rssi"]!, 6);
  }
  expect(gateways.reduce((sum, { weight }) => sum + weight!, 0)).toBeCloseTo(1, 2);
  expect((content["decisions"] as { step: string }[]).map(({ step }) => step)).toEqual(
    expect.arrayContaining(["motion", "floor", "law", "gateways", "radius"]),
  );
});

test("the explanation of a past moment is made from the stored sightings", async () => {
  const { content } = await explain(developer);
  const last = Date.parse(content["timestamp"] as string);
  // Heard at another place two hours ago, every ten seconds by all gateways.
  const pastMs = Math.floor((last - 2 * 3600_000) / 10_000) * 10_000;
  const there = { x: 28, y: 18 };
  const rows = stations.flatMap(({ id: gatewayId, spot: { x, y } }) => {
    const rssi = -59 - 22 * Math.log10(Math.max(1, Math.hypot(x - there.x, y - there.y)));
    return [0, 1, 2, 3, 4, 5].map((step) => ({
      tracker_id: asset.trackerId,
      ts: new Date(pastMs - 60_000 + step * 10_000),
      hardware_id: gatewayId,
      asset_id: asset.id,
      rssi,
      rssi_min: Math.floor(rssi),
      rssi_max: Math.ceil(rssi),
      count: 10,
    }));
  });
  await pulse.db.insertInto("sightings").values(rows).execute();
  const past = await explain(developer, `?at=${new Date(pastMs).toISOString()}`);
  expect(past.status).toBe(200);
  expect(past.content["gateways"]).toHaveLength(6);
  const { fix, raw } = past.content as unknown as Record<"fix" | "raw", { lat: number; lon: number }>;
  const wanted = radio.latLon(there);
  for (const found of [fix, raw]) expect(distanceM(found, wanted)).toBeLessThan(5);
  expect(Date.parse(past.content["timestamp"] as string)).toBeLessThanOrEqual(pastMs);
});

test("the explanation is given only to those who may know, and for no moment without stored sightings", async () => {
  const { content } = await explain(developer);
  const timestamp = content["timestamp"] as string;
  expect((await explain(developer, `?at=${timestamp}`)).content["timestamp"]).toBe(timestamp);
  const earlier = new Date(Date.parse(timestamp) - 3600_000).toISOString();
  expect((await explain(developer, `?at=${earlier}`)).status).toBe(404);
  expect((await explain(developer, "?at=noon")).status).toBe(400);
  const never = await anAsset(pulse, customer, site);
  expect((await call(pulse, "GET", `trackers/${never.trackerId}/explain`, { token: developer })).status).toBe(404);
  const stranger = await aToken(pulse, await aCustomer(pulse), "Administrator", { devTools: true });
  expect((await explain(stranger)).status).toBe(404);
  expect((await explain(await aToken(pulse, customer, "Administrator"))).status).toBe(403);
});

test("where a tracker was last is explained from the stored sightings once it is no longer followed", async () => {
  const silent = await anAsset(pulse, customer, site);
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  await radio.hear([{ mac: silent.mac, at }], 10);
  await radio.located([silent.trackerId]);
  const why = () => call(pulse, "GET", `trackers/${silent.trackerId}/explain`, { token: developer });
  const live = await why();
  // Two hours later the live path knows nothing of it.
  clock.advance(2 * 3600_000);
  const other = await anAsset(pulse, customer, site);
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  await radio.hear([{ mac: other.mac, at }], 2);
  await radio.located([other.trackerId]);
  await pulse.settled();
  await pulse.bus.ask("flushSightings", { siteId: site.id });
  const { status, content } = await why();
  expect([live.status, status]).toEqual([200, 200]);
  // Of the seconds in which it was heard: the last fix of the live path may be newer than the last that is stored.
  const [wasMs, isMs] = [live, { content }].map((one) => Date.parse(one.content["timestamp"] as string));
  expect(Math.abs(isMs! - wasMs!)).toBeLessThan(10_000);
  expect(content["gateways"]).toHaveLength(6);
  const placeIn = (answer: Record<string, unknown>) => answer["fix"] as { lat: number; lon: number };
  expect(distanceM(placeIn(content), placeIn(live.content))).toBeLessThan(3);
});

test("a gateway that receives far less than its neighbours suggest is reported as deaf", async () => {
  const tags = [asset];
  for (let nth = 1; nth < 30; nth++) tags.push(await anAsset(pulse, customer, site));
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  const heard = tags.map(({ mac }, nth) => ({ mac, at: { x: 2 + ((nth * 7.3) % 36), y: 2 + ((nth * 4.1) % 21) } }));
  // Nothing is reported before two hundred fixes.
  for (let round = 0; round < 12; round++) {
    await radio.hear(heard, 1);
    await radio.located(tags.map(({ trackerId }) => trackerId));
  }
  const { content } = await call(pulse, "GET", `hardwares?site_id=${site.id}&limit=50`, { token: developer });
  const health = new Map(content.map((row) => [row["id"], row["health"]]));
  expect(health.get(deafId)).toEqual(["deaf"]);
  expect([...health.values()].filter((one) => (one as string[]).length > 0)).toHaveLength(1);
});
