import { distanceM } from "@pulse/geo/latLon";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { call } from "./support/api.ts";
import { aCustomer, anAsset, aSite, aToken, type TestAsset, type TestSite } from "./support/builders.ts";
import { testClock, testRadio } from "./support/radio.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// A floor whose eastern gateways are behind a wall that weakens by 5 dB.
const clock = testClock();
let pulse: TestPulse;
let site: TestSite;
let asset: TestAsset;
let token: string;
let radio: Awaited<ReturnType<typeof testRadio>>;
const at = { x: 12, y: 9 };

beforeAll(async () => {
  pulse = await testPulse({}, { now: clock.now });
  const customer = await aCustomer(pulse);
  site = await aSite(pulse, customer, { selfCalibrating: false });
  const gateways = await sixGateways(pulse, customer, site);
  asset = await anAsset(pulse, customer, site);
  token = await aToken(pulse, customer, "Administrator", { devTools: true });
  // Learning would find an offset for the gateways behind the wall.
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  const law = { exponent: 2.2, powerDbm: -59, offsetsDb: [0, 0, 0, 0, -5, -5] };
  radio = await testRadio({ pulse, clock, site, gateways, law });
});
afterAll(async () => {
  await radio.close();
  await pulse.stop();
});

/** Hears the asset for a while; how far off its place is (m), and by how much the gateways contradict it (dB). */
async function heard(): Promise<{ errorM: number; contradictionDb: number }> {
  await radio.hear([{ mac: asset.mac, at }], 12);
  await radio.located([asset.trackerId]);
  const { content } = await call(pulse, "GET", `trackers/${asset.trackerId}/explain`, { token });
  const { fix, gateways } = content as unknown as {
    fix: { lat: number; lon: number };
    gateways: { residual: number }[];
  };
  const squares = gateways.map(({ residual }) => residual ** 2);
  return {
    errorM: distanceM(fix, radio.latLon(at)),
    contradictionDb: Math.sqrt(squares.reduce((sum, each) => sum + each, 0) / squares.length),
  };
}

test("a drawn wall weakens what gateways behind it are expected to receive", async () => {
  const before = await heard();
  const points = [
    { x: 30, y: 0 },
    { x: 30, y: 25 },
  ].map((spot) => radio.latLon(spot));
  const path = `sites/${site.id}/floors/${site.floorId}/drawing`;
  const { status } = await call(pulse, "PUT", path, { token, body: { walls: [{ points, loss_db: 5 }] } });
  expect(status).toBe(200);
  await pulse.settled();
  const after = await heard();
  expect(after.contradictionDb).toBeLessThan(before.contradictionDb / 2);
  expect(after.errorM).toBeLessThan(before.errorM);
});
