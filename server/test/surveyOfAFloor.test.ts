import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, anAsset, aSite, aToken, type TestSite } from "./support/builders.ts";
import { testClock, testRadio } from "./support/radio.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// A survey uses points that gateways of their own floor hear, and gateways are moved after it.
const clock = testClock();
let pulse: TestPulse;

beforeAll(async () => {
  pulse = await testPulse({}, { now: clock.now });
});
afterAll(() => pulse.stop());

/** Moves all gateways of the site to a floor above the one they were on. */
async function hangAllUpstairs(site: TestSite): Promise<void> {
  const ground = await pulse.db
    .selectFrom("floors")
    .selectAll()
    .where("id", "=", site.floorId)
    .executeTakeFirstOrThrow();
  const id = uuidv7();
  const first = { ...ground, drawing: "{}", id, name: "First", level: 1 };
  await pulse.db.insertInto("floors").values(first).execute();
  await pulse.db.updateTable("hardwares").set({ floor_id: id }).where("site_id", "=", site.id).execute();
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
}

test("survey points received only by gateways of other floors are not enough for a fit, which names that reason", async () => {
  const customer = await aCustomer(pulse);
  const token = await aToken(pulse, customer, "Administrator", { devTools: true });
  const site = await aSite(pulse, customer);
  const gateways = [];
  for (const x of [2, 38])
    for (const y of [2, 23]) gateways.push({ ...(await aGateway(pulse, customer, site, { x, y })), spot: { x, y } });
  const tags = [];
  for (let nth = 0; nth < 8; nth++)
    tags.push({ ...(await anAsset(pulse, customer, site)), at: { x: 4 + 4.5 * nth, y: 4 + ((7 * nth) % 17) } });
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();

  const radio = await testRadio({ pulse, clock, site, gateways, law: { exponent: 2.2, powerDbm: -59 } });
  const start = new Date(clock.now()).toISOString();
  await radio.hear(tags, 15);
  await radio.close();
  const end = new Date(clock.now()).toISOString();
  for (const { trackerId, at } of tags) {
    const body = { floor_id: site.floorId, ...radio.latLon(at), tracker_id: trackerId, start, end };
    const { status } = await call(pulse, "POST", `sites/${site.id}/calibration/points`, { token, body });
    expect(status).toBe(201);
  }

  await hangAllUpstairs(site);
  const { content } = await call(pulse, "POST", `sites/${site.id}/calibration/fit`, { token });
  expect(content).toMatchObject({
    taken: false,
    reason: "A fit takes at least 8 points at which a gateway on their own floor heard the tracker; there are 0",
    calibration: { level: 0, versions: [] },
  });
});
