import { connectAsync } from "mqtt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { aCustomer, aGateway, anAsset, aSite } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
beforeAll(async () => {
  pulse = await testPulse();
});
afterAll(() => pulse.stop());

test("equal adverts in a message of a gateway that stamps whole seconds count as separate packets", async () => {
  const customer = await aCustomer(pulse);
  const site = await aSite(pulse, customer);
  const gateway = await aGateway(pulse, customer, site, { x: 1, y: 1 });
  const asset = await anAsset(pulse, customer, site);
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  const batches: { rssi: number; ageMs: number }[][] = [];
  const told = new Promise<void>((resolve) => {
    pulse.bus.subscribe("sightings", ({ receivedMs, sightings }) => {
      batches.push(sightings.map(({ rssi, atMs }) => ({ rssi, ageMs: receivedMs - atMs })));
      resolve();
    });
  });
  const { username, password, gmac } = gateway;
  const client = await connectAsync(pulse.mqttUrl, { username, password, reconnectPeriod: 0 });
  const advert = { type: 4, dmac: asset.mac.replaceAll(":", ""), refpower: -59 };
  const [now, before] = ["2026-11-23 12:00:05", "2026-11-23 12:00:04"];
  const obj = [
    { ...advert, rssi: -60, time: now },
    { ...advert, rssi: -60, time: now },
    { ...advert, rssi: -60, time: now },
    { ...advert, rssi: -60, time: before },
    { ...advert, rssi: -61, time: now },
  ];
  client.publish(`kbeacon/publish/${gmac}`, JSON.stringify({ msg: "advData", gmac, obj }), { qos: 1 });
  await told;
  await client.endAsync();
  const [batch] = batches;
  expect(batch!.map(({ rssi }) => rssi).toSorted((a, b) => a - b)).toEqual([-61, -60, -60, -60, -60]);
  // Three equal adverts get separate times, milliseconds apart; one with another second or strength needs no change.
  expect(new Set(batch!.map(({ rssi, ageMs }) => `${rssi} ${ageMs}`)).size).toBe(5);
  expect(batch!.map(({ ageMs }) => ageMs).toSorted((a, b) => a - b)).toEqual([0, 0, 1, 2, 1000]);
});
