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

const clock = testClock();
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let developer: string;
let radio: Awaited<ReturnType<typeof testRadio>>;
const stations: (TestGateway & { spot: { x: number; y: number } })[] = [];
const tags: TestAsset[] = [];

beforeAll(async () => {
  pulse = await testPulse({}, { now: clock.now });
  customer = await aCustomer(pulse);
  site = await aSite(pulse, customer, { selfCalibrating: false });
  // Learning would replace the model that is being tested.
  stations.push(...(await sixGateways(pulse, customer, site)));
  for (let nth = 0; nth < 30; nth++) tags.push(await anAsset(pulse, customer, site));
  developer = await aToken(pulse, customer, "Administrator", { devTools: true });
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  const law = { exponent: 2.2, powerDbm: -59, offsetsDb: [0, 0, 0, 0, 0, 0] };
  radio = await testRadio({ pulse, clock, site, gateways: stations, law });
});
afterAll(async () => {
  await radio.close();
  await pulse.stop();
});

/** The reported health of each gateway. */
async function healths(): Promise<unknown[]> {
  const { content } = await call(pulse, "GET", `hardwares?site_id=${site.id}&limit=50`, { token: developer });
  return content.map((row) => row["health"]);
}

/** A minute of a tag at a place, as all gateways heard it; the third was 25 dB too deaf then. */
function pastOf({ id, trackerId }: TestAsset, there: { x: number; y: number }, untilMs: number) {
  return stations.flatMap(({ id: gatewayId, spot: { x, y } }, nth) => {
    const rssi = -59 - 22 * Math.log10(Math.max(1, Math.hypot(x - there.x, y - there.y))) - (nth === 2 ? 25 : 0);
    return [0, 1, 2, 3, 4, 5].map((step) => ({
      tracker_id: trackerId,
      ts: new Date(untilMs - 60_000 + step * 10_000),
      hardware_id: gatewayId,
      asset_id: id,
      rssi,
      rssi_min: Math.floor(rssi),
      rssi_max: Math.ceil(rssi),
      count: 10,
    }));
  });
}

test("looking at the past does not change the present health of gateways", async () => {
  const placeOf = (nth: number) => ({ x: 2 + ((nth * 7.3) % 36), y: 2 + ((nth * 4.1) % 21) });
  const heard = tags.map(({ mac }, nth) => ({ mac, at: placeOf(nth) }));
  for (let round = 0; round < 10; round++) {
    await radio.hear(heard, 1);
    await radio.located(tags.map(({ trackerId }) => trackerId));
  }
  const healthy = stations.map(() => []);
  expect(await healths()).toEqual(healthy);

  const pastMs = Math.floor((clock.now() - 2 * 3600_000) / 10_000) * 10_000;
  const looked = tags.slice(0, 8);
  const rows = looked.flatMap((tag, nth) => pastOf(tag, placeOf(nth + 3), pastMs));
  await pulse.db.insertInto("sightings").values(rows).execute();
  for (const { trackerId } of looked) {
    const path = `trackers/${trackerId}/explain?at=${new Date(pastMs).toISOString()}`;
    const { status, content } = await call(pulse, "GET", path, { token: developer });
    expect([status, content["gateways"]]).toEqual([200, expect.objectContaining({ length: 6 })]);
  }
  expect(await healths()).toEqual(healthy);
});
