import { localFrame } from "@pulse/geo/localFrame";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { StoredCalibration } from "../src/platform/database/tables/calibrations.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import {
  aCustomer,
  aGateway,
  anAsset,
  aSite,
  aToken,
  type TestAsset,
  type TestGateway,
  type TestSite,
} from "./support/builders.ts";
import { type Spot, testClock, testRadio } from "./support/radio.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Changes that people make to a calibration are recorded, and a calibration survives a restart.
const clock = testClock();
const corners = [2, 38].flatMap((x) => [2, 23].map((y) => ({ x, y })));
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let asset: TestAsset;
let gateways: (TestGateway & { spot: Spot })[];
let token: string;

beforeAll(async () => {
  pulse = await testPulse({}, { now: clock.now });
});
beforeEach(async () => {
  customer = await aCustomer(pulse);
  token = await aToken(pulse, customer, "Administrator", { devTools: true });
  site = await aSite(pulse, customer, { name: "Pier 7" });
  gateways = [];
  for (const spot of corners) gateways.push({ ...(await aGateway(pulse, customer, site, spot)), spot });
  asset = await anAsset(pulse, customer, site);
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
});
afterAll(() => pulse.stop());

const calibrationOf = (version: number) => ({
  version,
  level: 2 as const,
  exponent: 2.9,
  powerShiftDb: 3,
  shadowSdDb: 4,
  tagOffsetSdDb: 3,
  anchorOffsetsDb: {},
  radius: null,
});

/** A version as a fit would have stored it. */
async function aVersion(active: boolean): Promise<void> {
  const data = { calibration: calibrationOf(1), places: {} } satisfies StoredCalibration;
  await pulse.db
    .insertInto("calibrations")
    .values({
      site_id: site.id,
      version: 1,
      level: 2,
      source: "survey",
      active,
      data: JSON.stringify(data),
      held_back: JSON.stringify({ heldBack: null }),
      created_by: "test",
    })
    .execute();
}

const noted = async () => {
  await pulse.settled();
  const entries = await pulse.db
    .selectFrom("audit_entries")
    .selectAll()
    .where("site_id", "=", site.id)
    .orderBy("ts")
    .orderBy("id")
    .execute();
  return entries.map(({ action, entity_kind, entity_id, entity_name, changes, customer_id, user_id, outcome }) => {
    expect([customer_id, outcome]).toEqual([customer.id, "ok"]);
    expect(user_id).not.toBeNull();
    return { action, entity_kind, entity_id, entity_name, changes };
  });
};

test("added and deleted survey points and chosen versions are in the audit log; failed writes are not", async () => {
  const radio = await testRadio({ pulse, clock, site, gateways, law: { exponent: 2.2, powerDbm: -59 } });
  const start = new Date(clock.now()).toISOString();
  await radio.hear([{ mac: asset.mac, at: { x: 10, y: 10 } }], 15);
  await radio.close();
  const place = localFrame(site.origin).toLatLon({ x: 10, y: -10 });
  const end = new Date(clock.now()).toISOString();
  const body = { floor_id: site.floorId, ...place, tracker_id: asset.trackerId, start, end };
  const points = `sites/${site.id}/calibration/points`;
  const made = await call(pulse, "POST", points, { token, body });
  expect(made.status).toBe(201);
  const id = made.content["id"] as string;
  expect((await call(pulse, "POST", points, { token, body: { ...body, lat: 10 } })).status).toBe(400);
  clock.advance(1000);
  expect((await call(pulse, "DELETE", `${points}/${id}`, { token })).status).toBe(200);
  expect((await call(pulse, "DELETE", `${points}/${id}`, { token })).status).toBe(404);
  await aVersion(false);
  for (const version of [1, 1, 0, 99]) {
    clock.advance(1000);
    await call(pulse, "PUT", `sites/${site.id}/calibration/active`, { token, body: { version } });
  }
  // With fewer than eight points nothing is fitted.
  const fit = await call(pulse, "POST", `sites/${site.id}/calibration/fit`, { token });
  expect(fit.content).toMatchObject({ taken: false });

  const point = { entity_kind: "calibration_point", entity_id: id, entity_name: made.content["tracker_name"] };
  const ofSite = { action: "update", entity_kind: "site", entity_id: site.id, entity_name: "Pier 7" };
  expect(await noted()).toEqual([
    { action: "create", ...point, changes: [] },
    { action: "delete", ...point, changes: [] },
    {
      ...ofSite,
      changes: [
        { field: "calibration_version", before: null, after: 1 },
        { field: "self_calibrating", before: true, after: false },
      ],
    },
    // Chosen once more: recorded, although nothing changed.
    { ...ofSite, changes: [] },
    { ...ofSite, changes: [{ field: "calibration_version", before: 1, after: null }] },
  ]);
});

test("an accepted calibration fit is in the audit log", async () => {
  const radio = await testRadio({
    pulse,
    clock,
    site,
    gateways,
    law: { exponent: 3.4, powerDbm: -50, offsetsDb: [4, -4, 3, -3] },
  });
  for (let nth = 0; nth < 17; nth++) {
    const at = { x: 1 + ((nth * 11.3) % 38), y: 1 + ((nth * 5.9) % 23) };
    const start = new Date(clock.now()).toISOString();
    await radio.hear([{ mac: asset.mac, at }], 20);
    const end = new Date(clock.now()).toISOString();
    const body = { floor_id: site.floorId, ...radio.latLon(at), tracker_id: asset.trackerId, start, end };
    await call(pulse, "POST", `sites/${site.id}/calibration/points`, { token, body });
  }
  await radio.close();
  clock.advance(1000);
  const fit = await call(pulse, "POST", `sites/${site.id}/calibration/fit`, { token });
  expect(fit.content).toMatchObject({ taken: true });
  const entries = await noted();
  expect(entries.filter(({ action }) => action === "create")).toHaveLength(17);
  expect(entries.at(-1)).toMatchObject({
    action: "update",
    entity_kind: "site",
    entity_id: site.id,
    changes: [{ field: "calibration_version", before: null, after: 1 }],
  });
});

test("the calibration in use is still used after a restart", async () => {
  await aVersion(true);
  await pulse.stop();
  pulse = await testPulse({}, { now: clock.now, keep: true });
  token = await aToken(pulse, customer, "Administrator", { devTools: true });
  const radio = await testRadio({ pulse, clock, site, gateways, law: { exponent: 2.9, powerDbm: -56 } });
  await radio.hear([{ mac: asset.mac, at: { x: 10, y: 10 } }], 3);
  await radio.located([asset.trackerId]);
  const why = await call(pulse, "GET", `trackers/${asset.trackerId}/explain`, { token });
  expect(why.text).toContain("calibration L2, version 1");
  await radio.close();
});
