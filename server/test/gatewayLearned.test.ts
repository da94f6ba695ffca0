import { localFrame } from "@pulse/geo/localFrame";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { StoredCalibration } from "../src/platform/database/tables/calibrations.ts";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, anAsset, aSite, aToken } from "./support/builders.ts";
import { testClock, testRadio } from "./support/radio.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// What a site has learned replaces a gateway's own curve, in fixes and in the distances that are listed.
const clock = testClock();
let pulse: TestPulse;

beforeAll(async () => {
  pulse = await testPulse({}, { now: clock.now });
});
afterAll(() => pulse.stop());

test("a gateway shows what was learned about it until it is moved, and its distances follow from that", async () => {
  const customer = await aCustomer(pulse);
  const token = await aToken(pulse, customer, "Administrator", { devTools: true });
  const site = await aSite(pulse, customer, { name: "Pier 7" });
  const spot = { x: 10, y: 10 };
  const gateway = await aGateway(pulse, customer, site, spot);
  await pulse.db
    .updateTable("hardwares")
    .set({ alpha: 0.9, beta: 7, gamma: 0.1, measured_power: -60 })
    .where("id", "=", gateway.id)
    .execute();
  const asset = await anAsset(pulse, customer, site);
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  const radio = await testRadio({
    pulse,
    clock,
    site,
    gateways: [{ ...gateway, spot }],
    law: { exponent: 2.2, powerDbm: -59 },
  });
  await radio.hear([{ mac: asset.mac, at: { x: 16, y: 10 } }], 5);

  const path = `hardwares/${gateway.id}`;
  const told = async () => (await call(pulse, "GET", path, { token })).content;
  const before = await told();
  expect(before["learned"]).toBeNull();

  const calibration = {
    version: 3,
    level: 2 as const,
    exponent: 3,
    powerShiftDb: 4,
    shadowSdDb: 4,
    tagOffsetSdDb: 3,
    anchorOffsetsDb: { [gateway.id]: -1.5 },
    radius: null,
  };
  const places: StoredCalibration["places"] = { [gateway.id]: [spot.x, -spot.y, 0, site.floorId] };
  await pulse.db
    .insertInto("calibrations")
    .values({
      site_id: site.id,
      version: 3,
      level: 2,
      source: "survey",
      active: true,
      data: JSON.stringify({ calibration, places, origin: site.origin } satisfies StoredCalibration),
      held_back: JSON.stringify({ heldBack: null }),
      created_by: "test",
    })
    .execute();
  const after = await told();
  expect(after["learned"]).toMatchObject({ version: 3, power_dbm: -57.5, exponent: 3 });
  const [heard] = after["beacons_connected"] as { rssi: number; distance: number }[];
  expect(Math.abs(heard!.distance - 10 ** ((-57.5 - heard!.rssi) / 30))).toBeLessThan(0.5);
  const [was] = before["beacons_connected"] as { distance: number }[];
  expect(was!.distance).not.toBe(heard!.distance);

  // The site's pin is the origin of stored places, but does not move the gateway.
  await pulse.db
    .updateTable("sites")
    .set({ lat: site.origin.lat + 0.0003 })
    .where("id", "=", site.id)
    .execute();
  expect((await told())["learned"]).toMatchObject({ power_dbm: -57.5 });

  // Fixes drop what was learned about a gateway that has been moved.
  const { lat, lon } = localFrame(site.origin).toLatLon({ x: spot.x + 2, y: -spot.y });
  expect((await call(pulse, "PUT", path, { token, body: { lat, lon } })).status).toBe(200);
  const elsewhere = await told();
  expect(elsewhere["learned"]).toMatchObject({ version: 3, power_dbm: -56, exponent: 3 });
  const [stillHeard] = elsewhere["beacons_connected"] as { rssi: number; distance: number }[];
  expect(Math.abs(stillHeard!.distance - 10 ** ((-56 - stillHeard!.rssi) / 30))).toBeLessThan(0.5);
  await radio.close();
});
