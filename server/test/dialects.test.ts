import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { toWire } from "@pulse/contract/wire";
import { adapters } from "@pulse/protocols/catalogue";
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Sighting } from "../src/platform/bus/bus.ts";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { anOrganisation } from "./support/anOrganisation.ts";
import { anAsset, type TestAsset, type TestSite } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Messages of a maker's gateway reach the beacons' windows under that maker's topics, and under no other maker's.
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let asset: TestAsset;
let token: string;
let types: HardwareType[];
const clients: MqttClient[] = [];

beforeAll(async () => {
  pulse = await testPulse();
  ({ customer, site, token } = await anOrganisation(pulse));
  asset = await anAsset(pulse, customer, site);
  types = (await call(pulse, "GET", "hardwares/types", { token })).content as unknown as HardwareType[];
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.endAsync(true))));
afterAll(() => pulse.stop());

async function aGatewayOf(type: string, name: string, mac: string) {
  const body = { name, mac, hardware_type_id: types.find((one) => one.type === type)!.id, lat: 51.9, lon: 4.4 };
  const { content } = await call(pulse, "POST", `hardwares?site_id=${site.id}`, { token, body });
  const client = await connectAsync(pulse.mqttUrl, {
    username: String(content["mqtt_username"]),
    password: String(content["mqtt_password"]),
    reconnectPeriod: 0,
  });
  client.on("error", () => undefined);
  clients.push(client);
  return { id: String(content["id"]), mqttGuid: String(content["mqtt_guid"]), client };
}
const heardBy = async (id: string) => {
  await pulse.settled();
  return (await call(pulse, "GET", `hardwares/${id}`, { token })).content["beacons_connected"];
};

test.each([
  [
    "MINEW",
    "AC:23:3F:C0:01:EA",
    "/gw/ac233fc001ea/status",
    (mac: string) => [{ mac: mac.replaceAll(":", ""), rssi: -61 }],
  ],
  ["RUUVI", "C8:25:2D:8E:9C:2C", "ruuvi/C8:25:2D:8E:9C:2C/{MAC}", () => ({ gw_mac: "C8:25:2D:8E:9C:2C", rssi: -61 })],
  ["OMG", "24:6F:28:00:00:01", "home/Of OMG/BTtoMQTT/x", (mac: string) => ({ id: mac, rssi: -61 })],
  [
    "APRILBROTHER",
    "12:AC:FE:0A:0B:0D",
    "ab_gateway/12ACFE0A0B0D",
    (mac: string) => ({ mid: 1, mac: "12ACFE0A0B0D", devices: [[0, mac.replaceAll(":", ""), -61, "020106"]] }),
  ],
  ["ESPRESENSE", "24:6F:28:00:00:02", "espresense/devices/x/of_espresense", (mac: string) => ({ mac, rssi: -61.2 })],
  [
    "RADDEC",
    "24:6F:28:00:00:03",
    "raddec/246f28000003",
    (mac: string) => ({ transmitterId: mac, rssiSignature: [{ receiverId: "246f28000003", rssi: -61 }] }),
  ],
])("a message of a gateway of type %s is received", async (type, mac, topic, message) => {
  const { id, client } = await aGatewayOf(type, `Of ${type}`, mac);
  await client.publishAsync(topic.replace("{MAC}", asset.mac), JSON.stringify(message(asset.mac)), { qos: 1 });
  expect(await heardBy(id)).toMatchObject([{ tracker_id: asset.trackerId, rssi: -61 }]);
  const { content } = await call(pulse, "GET", `hardwares/${id}`, { token });
  expect(content).toMatchObject({ status: "online", num_connected: 1 });
});

test("the API lists the capabilities of each gateway type's dialect", () => {
  for (const { hardwareType, capabilities } of adapters)
    expect([hardwareType, types.find(({ type }) => type === hardwareType)?.capabilities]).toEqual([
      hardwareType,
      toWire(capabilities),
    ]);
});

test("ranges, angles and filtering that a gateway reports are passed on with its sightings", async () => {
  const seen: Sighting[] = [];
  const stop = pulse.bus.subscribe("sightings", ({ sightings }) => seen.push(...sightings));
  const espresense = await aGatewayOf("ESPRESENSE", "Filtered", "24:6F:28:00:00:12");
  await espresense.client.publishAsync(
    "espresense/devices/x/filtered",
    JSON.stringify({ mac: asset.mac, rssi: -61.5 }),
    { qos: 1 },
  );
  const own = await aGatewayOf("GENERIC", "Measured", "24:6F:28:00:00:13");
  const adverts = [{ mac: asset.mac, rssi: -60, range_m: 3.5, range_sd_m: 0.2, azimuth_deg: 45, angle_sd_deg: 5 }];
  await own.client.publishAsync(`pulse/v1/gateways/${own.mqttGuid}/up`, JSON.stringify({ msg: "scan", adverts }), {
    qos: 1,
  });
  await pulse.settled();
  stop();
  expect(seen).toMatchObject([
    { rssi: -61.5, smoothed: true },
    { rssi: -60, range: { m: 3.5, sdM: 0.2 }, angle: { azimuthDeg: 45, elevationDeg: null, sdDeg: 5 } },
  ]);
});

test("a generic gateway may send any dialect, but still only as itself", async () => {
  const mac = "24:6F:28:00:00:14";
  const { id, client, mqttGuid } = await aGatewayOf("GENERIC", "Any make", mac);
  const say = (message: unknown) =>
    client.publishAsync(`pulse/v1/gateways/${mqttGuid}/up`, JSON.stringify(message), { qos: 1 });
  const gmac = mac.replaceAll(":", "");
  await say({ msg: "advData", gmac, obj: [{ dmac: asset.mac.replaceAll(":", ""), rssi: -61 }] });
  expect(await heardBy(id)).toMatchObject([{ tracker_id: asset.trackerId, rssi: -61 }]);
  await say([
    { type: "Gateway", mac: gmac },
    { mac: asset.mac, bleName: "", rssi: -52 },
  ]);
  expect(await heardBy(id)).toMatchObject([{ tracker_id: asset.trackerId, rssi: -52 }]);

  await say({ msg: "advData", gmac: "246F280000FF", obj: [] });
  await pulse.settled();
  const { content } = await call(pulse, "GET", `hardwares/${id}`, { token });
  expect(content).toMatchObject({ health: ["mismatched"] });
});

test("a message of another make is refused, naming the type it looks like", async () => {
  const { id, client } = await aGatewayOf("KKM", "Taken for KKM", "24:6F:28:00:00:15");
  const message = JSON.stringify([{ type: "Gateway", mac: "246F28000015" }]);
  await client.publishAsync("kbeacon/publish/246F28000015", message, { qos: 1 });
  await pulse.settled();
  const { content } = await call(pulse, "GET", `hardwares/${id}/connection`, { token });
  expect(content["faults"]).toMatchObject([
    { kind: "unreadable", about: expect.stringContaining("looks like a message of type MINEW") as string },
  ]);
});

test("what a gateway whose topics are given by a filter publishes on another gateway's topic is not read", async () => {
  const { id, client } = await aGatewayOf("RUUVI", "Walls", "C8:25:2D:8E:9C:2D");
  await client.publishAsync(`ruuvi/C8:25:2D:8E:9C:2C/${asset.mac}`, JSON.stringify({ rssi: -61 }), { qos: 1 });
  expect(await heardBy(id)).toEqual([]);
});
