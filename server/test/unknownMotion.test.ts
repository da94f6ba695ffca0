import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { call } from "./support/api.ts";
import { aCustomer, anAsset, aSite, aToken, type TestAsset } from "./support/builders.ts";
import { testClock, testRadio } from "./support/radio.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Additions A15: `moving` is null until it is known.
const clock = testClock();
let pulse: TestPulse;
let asset: TestAsset;
let siteId: string;
let token: string;
let radio: Awaited<ReturnType<typeof testRadio>>;

beforeAll(async () => {
  pulse = await testPulse({}, { now: clock.now });
  const customer = await aCustomer(pulse);
  const site = await aSite(pulse, customer);
  siteId = site.id;
  const gateways = await sixGateways(pulse, customer, site);
  asset = await anAsset(pulse, customer, site);
  token = await aToken(pulse, customer, "Administrator");
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  radio = await testRadio({ pulse, clock, site, gateways, law: { exponent: 2.2, powerDbm: -59 } });
});
afterAll(async () => {
  await radio.close();
  await pulse.stop();
});

const time = (fromNowMs: number): string => new Date(clock.now() + fromNowMs).toISOString();

/** Whether the asset moves, by the live list and by the newest row of its history. */
async function motions(): Promise<unknown[]> {
  await pulse.settled();
  await pulse.turn();
  const live = await call(pulse, "GET", `assets/live?site_id=${siteId}`, { token });
  const span = `start_time_utc=${time(-300_000)}&end_time_utc=${time(1000)}`;
  const past = await call(pulse, "GET", `assets/${asset.id}/history?${span}`, { token });
  return [live.content[0]?.["moving"], past.content.at(-1)?.["moving"]];
}

test("whether an asset moves is unknown after the first seconds, and known once it has been heard for long", async () => {
  const place = { mac: asset.mac, at: { x: 12, y: 8 } };
  await radio.hear([place], 2);
  await radio.located([asset.trackerId]);
  await expect.poll(motions).toEqual([null, null]);
  await radio.hear([place], 60);
  await radio.located([asset.trackerId]);
  expect((await motions())[0]).toBe(false);
});
