import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { call } from "./support/api.ts";
import { aCustomer, anAsset, aSite, aToken, type TestAsset, type TestSite } from "./support/builders.ts";
import { testClock, testRadio } from "./support/radio.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// A tracker that is "fixed here", from a gateway's message to what people are told.
const clock = testClock();
let pulse: TestPulse;
let site: TestSite;
let beacon: TestAsset;
let token: string;
let radio: Awaited<ReturnType<typeof testRadio>>;
const place = { x: 12, y: 8 };

beforeAll(async () => {
  pulse = await testPulse({}, { now: clock.now });
  const customer = await aCustomer(pulse);
  site = await aSite(pulse, customer, { selfCalibrating: false });
  const stations = await sixGateways(pulse, customer, site);
  beacon = await anAsset(pulse, customer, site);
  token = await aToken(pulse, customer, "Administrator");
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  radio = await testRadio({ pulse, clock, site, gateways: stations, law: { exponent: 2.2, powerDbm: -59 } });
});
afterAll(async () => {
  await radio.close();
  await pulse.stop();
});

/** It is heard for three seconds of each half minute, which is enough for the time in between. */
async function heardAt(at: typeof place, minutes: number): Promise<void> {
  for (let round = 0; round < 2 * minutes; round++) {
    clock.advance(27_000);
    await radio.hear([{ mac: beacon.mac, at }], 3);
    await radio.located([beacon.trackerId]);
  }
  await pulse.settled();
  await pulse.turn();
}

const drift = async (): Promise<unknown> => {
  const { content } = await call(pulse, "GET", `sites/${site.id}/calibration`, { token });
  return (content["points"] as { drift: unknown }[])[0]?.drift;
};
/** How many points a fit could use. */
const fitted = async (): Promise<unknown> => {
  const { content } = await call(pulse, "POST", `sites/${site.id}/calibration/fit`, { token });
  return content["heard_points"];
};
const told = async (): Promise<unknown[]> => {
  const { content } = await call(pulse, "GET", `events?site_id=${site.id}&limit=500`, { token });
  return content.map((event) => event["operation"]).filter((operation) => String(operation).startsWith("beacon_"));
};

test(
  "a reference beacon that is carried away is reported and left out of fits until its return",
  { timeout: 180_000 },
  async () => {
    const body = { floor_id: site.floorId, tracker_id: beacon.trackerId, ...radio.latLon(place) };
    const start = new Date(clock.now()).toISOString();
    const added = await call(pulse, "POST", `sites/${site.id}/calibration/points`, { token, body: { ...body, start } });
    expect([added.status, added.content["drift"]]).toEqual([201, null]);

    // Levels are compared with those of 20 minutes before it was noticed.
    await heardAt(place, 16);
    expect([await drift(), await told(), await fitted()]).toEqual([null, [], 1]);

    await heardAt({ x: 28, y: 18 }, 14);
    expect(await drift()).toMatchObject({ off_m: expect.any(Number) as number, cause: "moved" });
    expect(((await drift()) as { off_m: number }).off_m).toBeGreaterThan(5);
    expect([await told(), await fitted()]).toEqual([["beacon_off"], 0]);

    await heardAt(place, 16);
    expect(await drift()).toBeNull();
    expect([await told(), await fitted()]).toEqual([["beacon_off", "beacon_back"], 1]);
  },
);
