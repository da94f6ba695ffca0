import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { call } from "./support/api.ts";
import { aCustomer, anAsset, aSite, aToken, type TestAsset, type TestSite } from "./support/builders.ts";
import { testClock, testRadio } from "./support/radio.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// A gateway that has changed, detected from how it hears trackers that are "fixed here".
const clock = testClock();
let pulse: TestPulse;
let customer: Awaited<ReturnType<typeof aCustomer>>;
let site: TestSite;
let radio: Awaited<ReturnType<typeof testRadio>>;
const beacons: (TestAsset & { at: { x: number; y: number } })[] = [];
const stations: Parameters<typeof testRadio>[0]["gateways"] = [];
const offsetsDb: number[] = [];
/** The gateway whose antenna is covered, and by how much that weakens what it hears. */
const COVERED = { nth: 3, db: -10 };

beforeAll(async () => {
  pulse = await testPulse({}, { now: clock.now });
  customer = await aCustomer(pulse);
  site = await aSite(pulse, customer, { selfCalibrating: false });
  stations.push(...(await sixGateways(pulse, customer, site)));
  offsetsDb.push(...stations.map(() => 0));
  for (const at of [
    { x: 12, y: 8 },
    { x: 26, y: 15 },
  ])
    beacons.push({ ...(await anAsset(pulse, customer, site)), at });
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  const law = { exponent: 2.2, powerDbm: -59, offsetsDb };
  radio = await testRadio({ pulse, clock, site, gateways: stations, law });
});
afterAll(async () => {
  await radio.close();
  await pulse.stop();
});

/** They are heard for three seconds of each half minute. */
async function heard(minutes: number): Promise<void> {
  for (let round = 0; round < 2 * minutes; round++) {
    clock.advance(27_000);
    await radio.hear(beacons, 3);
  }
  await pulse.settled();
}

const changed = async (): Promise<unknown> => {
  const token = await aToken(pulse, customer, "Administrator");
  const { content } = await call(pulse, "GET", `sites/${site.id}/calibration`, { token });
  return content["changed_gateways"];
};

test("a gateway that receives all beacons weaker than the day before is reported", { timeout: 180_000 }, async () => {
  const token = await aToken(pulse, customer, "Administrator");
  const start = new Date(clock.now()).toISOString();
  for (const { trackerId, at } of beacons) {
    const body = { floor_id: site.floorId, tracker_id: trackerId, ...radio.latLon(at), start };
    const { status } = await call(pulse, "POST", `sites/${site.id}/calibration/points`, { token, body });
    expect(status).toBe(201);
  }
  await heard(7);
  clock.advance(24 * 3_600_000 - 7 * 60_000);
  expect(await changed()).toEqual([]);

  offsetsDb[COVERED.nth] = COVERED.db;
  await heard(7);
  const { id } = stations[COVERED.nth]!;
  // Sightings are written in steps of ten seconds.
  await expect.poll(changed, { timeout: 60_000 }).toMatchObject([{ id, shift_db: expect.any(Number) as number }]);
  const [{ shift_db }] = (await changed()) as [{ shift_db: number }];
  expect(shift_db).toBeGreaterThan(COVERED.db - 2);
  expect(shift_db).toBeLessThan(COVERED.db + 2);
});
