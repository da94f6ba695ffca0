import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, anAsset, aSite, aToken, type TestSite } from "./support/builders.ts";
import { testDatabase } from "./support/database.ts";
import { testClock, testRadio } from "./support/radio.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Sites are fitted to their reference beacons again without anybody asking, at the latest after a restart.
const clock = testClock();
let pulse: TestPulse;
let customer: NewCustomer;

beforeAll(async () => {
  // A job that an earlier file's product did not finish would be left alone for a minute, as if somebody were at it.
  await sql`drop schema if exists pgboss cascade`.execute((await testDatabase()).db);
  pulse = await testPulse({}, { now: clock.now });
  customer = await aCustomer(pulse);
});
afterAll(() => pulse.stop());

/** A site far from the defaults, with nine trackers fixed at known places that were heard for a minute. */
async function aSiteWithBeacons(): Promise<TestSite> {
  const token = await aToken(pulse, customer, "Administrator");
  const site = await aSite(pulse, customer);
  const gateways = await sixGateways(pulse, customer, site);
  const beacons = [];
  for (const x of [7, 20, 33])
    for (const y of [5, 12, 19]) beacons.push({ ...(await anAsset(pulse, customer, site)), at: { x, y } });
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  const law = { exponent: 3.4, powerDbm: -50, offsetsDb: [0, 4, -4, 3, -3, 0] };
  const radio = await testRadio({ pulse, clock, site, gateways, law });
  const start = new Date(clock.now()).toISOString();
  for (const { trackerId, at } of beacons) {
    const body = { floor_id: site.floorId, tracker_id: trackerId, ...radio.latLon(at), start };
    const { status } = await call(pulse, "POST", `sites/${site.id}/calibration/points`, { token, body });
    expect(status).toBe(201);
  }
  await radio.hear(beacons, 60);
  await radio.close();
  return site;
}

const calibrationOf = async (site: TestSite) => {
  const token = await aToken(pulse, customer, "Administrator");
  return (await call(pulse, "GET", `sites/${site.id}/calibration`, { token })).content;
};
const refitted = async (site: TestSite): Promise<unknown> => {
  const versions = (await calibrationOf(site))["versions"] as Record<string, unknown>[];
  return versions.filter(({ source }) => source === "survey");
};

test("reference beacons calibrate a site that learns automatically, and no other", { timeout: 120_000 }, async () => {
  // Older, so that it would be fitted first.
  const chosen = await aSiteWithBeacons();
  const token = await aToken(pulse, customer, "Administrator");
  await call(pulse, "PUT", `sites/${chosen.id}/calibration/active`, { token, body: { version: 0 } });
  const site = await aSiteWithBeacons();

  await pulse.stop();
  pulse = await testPulse({}, { now: clock.now, keep: true });
  const taken = { source: "survey", level: 2, active: true, created_by: "Pulse" };
  await expect.poll(() => refitted(site), { timeout: 60_000 }).toMatchObject([taken]);
  const { after, before } = ((await refitted(site)) as { held_back: Record<string, { mean_m: number }> }[])[0]!
    .held_back;
  expect(after!.mean_m).toBeLessThan(before!.mean_m);
  const commitAsSystem = pulse.db
    .selectFrom("audit_entries")
    .selectAll()
    .where("site_id", "=", site.id)
    .where("user_id", "is", null);
  const [entry] = await commitAsSystem.execute();
  expect(entry).toMatchObject({ action: "update", entity_kind: "site", entity_id: site.id });
  expect(entry!.changes).toMatchObject([{ field: "calibration_version" }]);

  expect(await refitted(chosen)).toEqual([]);
  expect(await calibrationOf(chosen)).toMatchObject({ active_version: null, self_calibrating: false });
});
