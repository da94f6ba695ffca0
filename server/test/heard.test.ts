import { sql } from "kysely";
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, anAsset, aSite, aToken, type TestGateway, type TestSite } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Things that are heard and belong to nobody yet, and what trackers report about themselves.
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let gateway: TestGateway;
let token: string;
const clients: MqttClient[] = [];

beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  gateway = await aGateway(pulse, customer, site, { x: 1, y: 1 });
  token = await aToken(pulse, customer, "Administrator");
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.endAsync(true))));
afterAll(() => pulse.stop());

async function connect(): Promise<MqttClient> {
  const { username, password } = gateway;
  const client = await connectAsync(pulse.mqttUrl, { username, password, reconnectPeriod: 0 });
  client.on("error", () => undefined);
  clients.push(client);
  return client;
}
/** Asks again until the list is not empty: heard things are written every few seconds. */
async function listed(path: string) {
  for (;;) {
    const { content } = await call(pulse, "GET", path, { token });
    if (content.length > 0) return content;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("a gateway that uses another's account is listed until it is onboarded", async () => {
  const client = await connect();
  client.publish("kbeacon/publish/68B9D3FFFF01", JSON.stringify({ msg: "alive", gmac: "68B9D3FFFF01" }), { qos: 1 });
  const path = `hardwares/heard?site_id=${site.id}`;
  const [heard] = await listed(path);
  expect(heard).toMatchObject({ mac: "68:B9:D3:FF:FF:01", kind: "KKM", rssi: null, hardware_id: gateway.id, count: 1 });
  const types = (await call(pulse, "GET", "hardwares/types", { token })).content;
  const type = types.find(({ type: one }) => one === heard!["kind"]);
  const body = { name: "Taken over", hardware_type_id: type!["id"], mac: heard!["mac"], lat: 51.9, lon: 4.4 };
  expect((await call(pulse, "POST", `hardwares?site_id=${site.id}`, { token, body })).status).toBe(201);
  expect((await call(pulse, "GET", path, { token })).content).toEqual([]);
  const elsewhere = await aSite(pulse, customer);
  expect((await call(pulse, "GET", `hardwares/heard?site_id=${elsewhere.id}`, { token })).content).toEqual([]);
});

test("an unknown tracker is listed with what it sends, and a known tracker's own telemetry is stored", async () => {
  const asset = await anAsset(pulse, customer, site);
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  const client = await connect();
  const obj = [
    { dmac: "DD34000000FF", rssi: -70, data1: "0201061AFF4C0002157777772E6B6B6D636E2E636F6D00000100010001C5" },
    { type: 1, dmac: asset.mac.replaceAll(":", ""), rssi: -60, vbatt: 2900, temp: 21.5, hum: 40 },
  ];
  const payload = JSON.stringify({ msg: "advData", gmac: gateway.gmac, obj });
  await client.publishAsync(`kbeacon/publish/${gateway.gmac}`, payload, { qos: 1 });
  expect(await listed(`trackers/heard?site_id=${site.id}`)).toMatchObject([
    { mac: "DD:34:00:00:00:FF", kind: "ibeacon", rssi: -70, hardware_id: gateway.id },
  ]);
  expect(await listed(`trackers/${asset.trackerId}/telemetry`)).toMatchObject([
    { battery_mv: 2900, temperature: 21.5, humidity: 40, moving: null, button: null },
  ]);
});

test("the telemetry of months is thinned, but keeps its first and last values", async () => {
  const { trackerId } = await anAsset(pulse, customer, site);
  await sql`insert into telemetry (tracker_id, ts, battery_level)
    select ${trackerId}::uuid, '2026-01-01'::timestamptz + n * interval '5 minutes', 100 - n / 200
    from generate_series(0, 12000) as n`.execute(pulse.db);
  const span = "start_time_utc=2026-01-01T00:00:00Z&end_time_utc=2026-03-31T00:00:00Z";
  const { content } = await call(pulse, "GET", `trackers/${trackerId}/telemetry?${span}`, { token });
  expect(content.length).toBeGreaterThan(3_000);
  expect(content.length).toBeLessThanOrEqual(5_000);
  expect([content[0]!["battery_level"], content.at(-1)!["battery_level"]]).toEqual([100, 40]);
});
