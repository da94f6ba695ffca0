import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { aCustomer, aGateway, anAsset, aSite, type TestAsset, type TestSite } from "./support/builders.ts";
import { testClock, testRadio } from "./support/radio.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// The live path works from copies of stored data. While these cannot be read again, it continues with the old ones.
const clock = testClock();
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let asset: TestAsset;
let radio: Awaited<ReturnType<typeof testRadio>>;
const at = { x: 12, y: 8 };

beforeAll(async () => {
  pulse = await testPulse({}, { now: clock.now });
  customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  const gateways = [];
  for (const x of [3, 37])
    for (const y of [3, 22]) gateways.push({ ...(await aGateway(pulse, customer, site, { x, y })), spot: { x, y } });
  asset = await anAsset(pulse, customer, site);
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  radio = await testRadio({ pulse, clock, site, gateways, law: { exponent: 2.2, powerDbm: -59 } });
});
afterAll(async () => {
  await radio.close();
  await pulse.stop();
});

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
};

/** The parts that work with stale data, as a monitor sees them. */
async function inTrouble(): Promise<string[]> {
  const { troubles } = (await (await fetch(`${pulse.url}/readyz`)).json()) as { troubles: { part: string }[] };
  return troubles.map(({ part }) => part);
}

async function isLocated(trackerId: string, mac: string): Promise<void> {
  const located = radio.located([trackerId]);
  await radio.hear([{ mac, at }], 2);
  await located;
}

/** Makes a table unreadable while `work` runs. */
async function without(table: string, work: () => Promise<void>): Promise<void> {
  await sql`alter table ${sql.table(table)} rename to out_of_reach`.execute(pulse.db);
  try {
    await work();
  } finally {
    await sql`alter table out_of_reach rename to ${sql.id(table)}`.execute(pulse.db);
  }
}

test("a site keeps its old model while a new one cannot be read, and then gets the new one", async () => {
  await isLocated(asset.trackerId, asset.mac);
  await without("floors", async () => {
    pulse.bus.publish("changed", everythingChanged);
    await pulse.settled();
    await isLocated(asset.trackerId, asset.mac);
    expect(await inTrouble()).toContain("site_models");
  });
  await until(async () => !(await inTrouble()).includes("site_models"));
  await isLocated(asset.trackerId, asset.mac);
});

test("a tracker created while trackers could not be read is known once they can", async () => {
  const late = await anAsset(pulse, customer, site);
  await without("links", async () => {
    pulse.bus.publish("changed", everythingChanged);
    await pulse.settled();
    await isLocated(asset.trackerId, asset.mac);
    expect(await inTrouble()).toContain("devices");
  });
  await until(async () => !(await inTrouble()).includes("devices"));
  await isLocated(late.trackerId, late.mac);
});
