import { localFrame } from "@pulse/geo/localFrame";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { type Answer, call } from "./support/api.ts";
import { anOrganisation } from "./support/anOrganisation.ts";
import { anAsset, aToken, type TestAsset, type TestSite } from "./support/builders.ts";
import { fixOf } from "./support/fixesOf.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Things at rest in a geofence, and the events about them, although nobody has seen them cross an edge.
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let token: string;
const startMs = Date.now();
let nowMs = startMs;
const now = (): number => nowMs;

beforeAll(async () => {
  pulse = await testPulse({}, { now });
  ({ customer, site, token } = await anOrganisation(pulse, { name: "Hof" }));
});
afterAll(() => pulse.stop());

const timeOf = (second: number): string => new Date(startMs + second * 1000).toISOString();
const ask = (path: string): Promise<Answer> => call(pulse, "GET", path, { token });

/** The live path has read what is stored; the first fix of a site only lets its model be read. */
async function settled(): Promise<void> {
  await pulse.bus.idle();
  await pulse.settled();
}
async function everythingRead(): Promise<void> {
  pulse.bus.publish("changed", everythingChanged);
  await settled();
  const stranger = await anAsset(pulse, customer, site);
  pulse.bus.publish("changed", everythingChanged);
  await settled();
  pulse.bus.publish("fixes", [fixOf(site, stranger, nowMs, 300)]);
  await settled();
}
async function restarted(): Promise<void> {
  await pulse.stop();
  pulse = await testPulse({}, { now, keep: true });
  token = await aToken(pulse, customer, "Administrator");
  await everythingRead();
}
/** An asset and its tracker, both new, as the live path knows them. */
async function onboarded(name: string): Promise<TestAsset> {
  const asset = await anAsset(pulse, customer, site, { name });
  pulse.bus.publish("changed", everythingChanged);
  await settled();
  return asset;
}
/** A circle of 5 m around x = 10, as a person draws it. */
async function drawn(name: string, x = 10): Promise<string> {
  const place = localFrame(site.origin).toLatLon({ x, y: -10 });
  const body = { name, type: "circle", ...place, radius: 5 };
  const answer = await call(pulse, "POST", `geofences?site_id=${site.id}`, { token, body });
  expect(answer.status).toBe(201);
  await settled();
  return String(answer.content["id"]);
}
/** Rests at x from one second to another, with a fix a second that says so within 3 m. */
async function rests(asset: TestAsset, x: number, from: number, to: number): Promise<void> {
  for (let second = from; second <= to; second++) {
    nowMs = Math.max(nowMs, startMs + second * 1000);
    const atMs = startMs + second * 1000;
    pulse.bus.publish("fixes", [fixOf(site, asset, atMs, x, { moving: false, accuracyM: 3 })]);
  }
  await settled();
}
const inside = async (fenceId: string): Promise<unknown[]> =>
  ((await ask(`geofences/${fenceId}`)).content["assets_inside"] as { name: string }[]).map(({ name }) => name);
const alerts = async (fenceId: string): Promise<unknown[]> =>
  (await ask(`geofences/active-alerts?site_id=${site.id}`)).content
    .filter((row) => row["geofence_id"] === fenceId)
    .map((row) => row["asset_name"]);
const operations = async (fenceId: string): Promise<unknown[]> => {
  const rows = await pulse.db
    .selectFrom("events")
    .selectAll()
    .where("entity_id", "=", fenceId)
    .orderBy("seq")
    .execute();
  return rows.map(({ operation }) => operation).filter((operation) => operation.startsWith("asset_"));
};

test("an asset at rest in a geofence at the first start is inside within a minute, even if its first fix was outside", async () => {
  const asset = await onboarded("Pallet");
  const other = await onboarded("Pallet outside");
  const fenceId = await drawn("Shelf");
  await restarted();
  // 2 m inside, and 2 m outside.
  await rests(asset, 16, 0, 1);
  await rests(other, 14, 0, 1);
  await rests(asset, 13, 2, 60);
  await rests(other, 17, 2, 60);
  expect(await inside(fenceId)).toEqual(["Pallet"]);
  // Positions are written a moment later.
  await expect.poll(() => alerts(fenceId)).toEqual(["Pallet"]);
  expect(await operations(fenceId)).toEqual(["asset_entered_geofence"]);

  // A restart changes nothing, nor do fixes next to the edge.
  await restarted();
  await rests(asset, 13, 70, 200);
  await rests(other, 17, 70, 200);
  expect(await inside(fenceId)).toEqual(["Pallet"]);
  expect(await operations(fenceId)).toEqual(["asset_entered_geofence"]);
});

test("an asset at rest where a geofence is drawn is inside within a minute, and out once the geofence is moved", async () => {
  await everythingRead();
  const asset = await onboarded("Bench");
  await rests(asset, 47, 1000, 1300);
  const fenceId = await drawn("New", 50);
  await rests(asset, 47, 1301, 1360);
  expect(await inside(fenceId)).toEqual(["Bench"]);
  expect((await ask(`assets/search?site_id=${site.id}&geofence_id=${fenceId}`)).content).toHaveLength(1);

  const { version } = (await ask(`geofences/${fenceId}`)).content;
  const body = { version, ...localFrame(site.origin).toLatLon({ x: 54, y: -10 }) };
  expect((await call(pulse, "PUT", `geofences/${fenceId}`, { token, body })).status).toBe(200);
  await settled();
  await rests(asset, 47, 1361, 1420);
  expect(await inside(fenceId)).toEqual([]);

  // A new name does not make a new fence: nothing is decided again.
  const renamed = (await ask(`geofences/${fenceId}`)).content;
  await call(pulse, "PUT", `geofences/${fenceId}`, { token, body: { version: renamed["version"], name: "Renamed" } });
  await settled();
  await rests(asset, 50, 1421, 1480);
  expect(await operations(fenceId)).toEqual(["asset_entered_geofence", "asset_exited_geofence"]);
});

test("an asset that gets a tracker at rest inside is inside within a minute, even across a restart", async () => {
  const fenceId = await drawn("Ward", 90);
  await everythingRead();
  const asset = await onboarded("Pump");
  await rests(asset, 87, 2000, 2060);
  expect(await inside(fenceId)).toEqual(["Pump"]);

  const second = await onboarded("Second pump");
  await rests(second, 87, 2100, 2110);
  expect(await inside(fenceId)).toEqual(["Pump"]);
  await restarted();
  await rests(second, 87, 2111, 2170);
  expect(new Set(await inside(fenceId))).toEqual(new Set(["Pump", "Second pump"]));
  expect(await operations(fenceId)).toEqual(["asset_entered_geofence", "asset_entered_geofence"]);
});

test("an asset probably inside for ten minutes at rest is reported once, dated when it came there", async () => {
  const fenceId = await drawn("Corner", 130);
  await everythingRead();
  const asset = await onboarded("Cabinet");
  await rests(asset, 140, 3000, 3100);
  // Moved unheard to a place that is 80 % inside, which is not enough at once.
  await rests(asset, 132.8, 3101, 3400);
  expect(await inside(fenceId)).toEqual([]);
  await rests(asset, 132.8, 3401, 4300);
  expect(await inside(fenceId)).toEqual(["Cabinet"]);
  expect(await operations(fenceId)).toEqual(["asset_entered_geofence"]);
  const [stay] = (await ask(`geofences/${fenceId}`)).content["assets_inside"] as { enter_time: string }[];
  expect(stay!.enter_time > timeOf(3101)).toBe(true);
  expect(stay!.enter_time < timeOf(3700)).toBe(true);
});
