import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LocatedFix } from "../src/platform/bus/bus.ts";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { anOrganisation } from "./support/anOrganisation.ts";
import { anAsset, type TestAsset, type TestGateway, type TestSite } from "./support/builders.ts";
import { temporaryFolder } from "./support/database.ts";
import { type Spot, testClock, testRadio } from "./support/radio.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// What a change of a site's settings does to positions while Pulse keeps running.
const clock = testClock();
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let asset: TestAsset;
let token: string;
let radio: Awaited<ReturnType<typeof testRadio>>;
const gateways: (TestGateway & { spot: Spot })[] = [];
const law = { exponent: 2.2, powerDbm: -59 };
const here = { x: 12, y: 9 };

beforeAll(async () => {
  pulse = await testPulse({}, { now: clock.now });
  ({ customer, site, token } = await anOrganisation(pulse, { selfCalibrating: false }));
  gateways.push(...(await sixGateways(pulse, customer, site)));
  asset = await anAsset(pulse, customer, site);
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  radio = await testRadio({ pulse, clock, site, gateways, law });
});
afterAll(async () => {
  await radio.close();
  await pulse.stop();
});

const set = async (settings: object): Promise<void> => {
  const answer = await call(pulse, "PUT", `sites/${site.id}`, { token, body: { settings } });
  expect(answer.status).toBe(200);
  await pulse.settled();
};

/** The tag's fix one second later. */
async function next(at: Spot = here): Promise<LocatedFix> {
  let newest: LocatedFix | undefined;
  const stop = pulse.bus.subscribe("fixes", (fixes) => {
    newest = fixes.find(({ trackerId }) => trackerId === asset.trackerId) ?? newest;
  });
  await radio.hear([{ mac: asset.mac, at }], 1);
  await radio.located([asset.trackerId]);
  stop();
  return newest!;
}

/** The first fix within five seconds that is as it should be; otherwise the last one. */
async function withinFiveSeconds(isIt: (fix: LocatedFix["fix"]) => boolean): Promise<LocatedFix> {
  let fix = await next();
  for (let second = 1; second < 5 && !isIt(fix.fix); second++) fix = await next();
  return fix;
}

const apart = (a: LocatedFix, { lat, lon }: { lat: number; lon: number }): number =>
  Math.hypot(a.lat - lat, (a.lon - lon) * Math.cos((lat * Math.PI) / 180)) * 111_320;

test("a change of the mechanism puts the tracker at a gateway, and back between them", async () => {
  await radio.hear([{ mac: asset.mac, at: here }], 10);
  expect((await next()).fix.mechanism).toBe("TRILATERATED");
  await set({ location_update_mech: "ANCHORED" });
  const anchored = await withinFiveSeconds(({ mechanism }) => mechanism === "ANCHORED");
  expect(anchored.fix.mechanism).toBe("ANCHORED");
  expect(Math.min(...gateways.map(({ spot }) => apart(anchored, radio.latLon(spot))))).toBeLessThan(0.6);
  await set({ location_update_mech: null });
  const between = await withinFiveSeconds(({ mechanism }) => mechanism === "TRILATERATED");
  expect([between.fix.mechanism, apart(between, radio.latLon(here)) < 4]).toEqual(["TRILATERATED", true]);
});

test("a site's stricter accuracy threshold stops showing less certain fixes, and a wider one shows them again", async () => {
  expect((await next()).fix.shown).toBe(true);
  await set({ location_accuracy_threshold: 0.1 });
  expect((await withinFiveSeconds(({ shown }) => !shown)).fix.shown).toBe(false);
  await set({ location_accuracy_threshold: 50 });
  expect((await withinFiveSeconds(({ shown }) => shown)).fix.shown).toBe(true);
});

test("ignored moving trackers stay where they rested until they are followed again", async () => {
  await radio.hear([{ mac: asset.mac, at: here }], 40);
  await set({ ignore_moving_tracker: true });
  const walk = async (second: number): Promise<LocatedFix> => next({ x: here.x + 1.4 * second, y: here.y });
  const moving: LocatedFix[] = [];
  for (let second = 1; second <= 14; second++) {
    const fix = await walk(second);
    if (fix.fix.moving) moving.push(fix);
  }
  expect(moving.length).toBeGreaterThan(3);
  for (const fix of moving) expect(apart(fix, moving[0]!)).toBeLessThan(0.01);
  expect(apart(moving[0]!, radio.latLon(here))).toBeLessThan(4);
  await set({ ignore_moving_tracker: false });
  const followed = await walk(15);
  expect(followed.fix.moving).toBe(true);
  expect(apart(followed, radio.latLon({ x: here.x + 21, y: here.y }))).toBeLessThan(8);
});

test("a setting changed in one process takes effect in another", async () => {
  const folder = temporaryFolder();
  cpSync(join(pulse.config.dataDir, "keys"), join(folder, "keys"), { recursive: true });
  const second = await testPulse({ PULSE_DATA_DIR: folder }, { now: clock.now, keep: true });
  const heardThere = await testRadio({ pulse: second, clock, site, gateways, law });
  let newest = "";
  second.bus.subscribe("fixes", (fixes) => {
    newest = fixes.find(({ trackerId }) => trackerId === asset.trackerId)?.fix.mechanism ?? newest;
  });
  const mechanismThere = async (): Promise<string> => {
    await heardThere.hear([{ mac: asset.mac, at: here }], 1);
    return newest;
  };
  await expect.poll(mechanismThere, { timeout: 60_000 }).toBe("TRILATERATED");
  // Not over this process's own bus: the other process learns of it from the database.
  await set({ location_update_mech: "ANCHORED" });
  await expect.poll(mechanismThere, { timeout: 60_000 }).toBe("ANCHORED");
  await heardThere.close();
  await second.stop();
});
