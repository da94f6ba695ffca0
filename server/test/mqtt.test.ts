import { once } from "node:events";
import { connect as connectSocket } from "node:net";
import { connectAsync, type MqttClient } from "mqtt";
import { afterEach, beforeAll, afterAll, expect, test } from "vitest";
import { everythingChanged } from "../src/adapters/bus/changed.ts";
import type { NewCustomer } from "../src/customers/newCustomer.repository.ts";
import { call } from "./api.ts";
import {
  aCustomer,
  aGateway,
  anAsset,
  aSite,
  aToken,
  type TestAsset,
  type TestGateway,
  type TestSite,
} from "./builders.ts";
import { testPulse, type TestPulse } from "./testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let asset: TestAsset;
let [first, second]: TestGateway[] = [];
let token: string;
const clients: MqttClient[] = [];

beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  first = await aGateway(pulse, customer, site, { x: 2, y: 2 });
  second = await aGateway(pulse, customer, site, { x: 30, y: 20 });
  asset = await anAsset(pulse, customer, site);
  token = await aToken(pulse, customer, "Administrator", { devTools: true });
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});
afterAll(() => pulse.stop());

async function connect({ username, password }: { username: string; password: string }): Promise<MqttClient> {
  const client = await connectAsync(pulse.mqttUrl, { username, password, reconnectPeriod: 0, manualConnect: false });
  client.on("error", () => undefined);
  clients.push(client);
  return client;
}

async function metric(outcome: string): Promise<number> {
  await pulse.settled();
  const { text } = await call(pulse, "GET", "/metrics");
  return Number(new RegExp(`pulse_ingest_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1]);
}

/** Waits until one more of this outcome was counted than `before`. */
async function counted(outcome: string, before: number): Promise<void> {
  while ((await metric(outcome)) <= before) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Resolves when a connection ends, however it ends. */
const closing = (connection: { once(event: "close", listener: () => void): unknown }): Promise<void> =>
  new Promise((resolve) => connection.once("close", () => resolve()));

const advert = (rssi: unknown, dmac = asset.mac) => ({ type: 4, dmac: dmac.replaceAll(":", ""), rssi });
const message = (gateway: TestGateway, obj: unknown[]) => JSON.stringify({ msg: "advData", gmac: gateway.gmac, obj });

test("a wrong password, an unknown name and no password at all are refused and counted", async () => {
  const before = await metric("refused_credentials");
  for (const wrong of [
    { username: first!.username, password: "wrong" },
    { username: "nobody", password: first!.password },
    { username: first!.username, password: "" },
  ])
    await expect(connect(wrong)).rejects.toThrow(/bad username or password/i);
  expect(await metric("refused_credentials")).toBe(before + 3);
});

test("a gateway that publishes under another's topic is refused, and nothing of the other is touched", async () => {
  const before = await metric("refused_publish_topic");
  const client = await connect(first!);
  client.publish(`kbeacon/publish/${second!.gmac}`, message(second!, [advert(-50)]));
  await counted("refused_publish_topic", before);
  const { content } = await call(pulse, "GET", `hardwares/${second!.id}/messages`, { token });
  expect(content).toEqual([]);
});

test("a gateway that was just created is heard, even before this process was told of it", async () => {
  const before = await metric("sighting");
  const newest = await aGateway(pulse, customer, site, { x: 5, y: 5 });
  const client = await connect(newest);
  await client.publishAsync(`kbeacon/publish/${newest.gmac}`, message(newest, [advert(-50)]), { qos: 1 });
  expect(await metric("sighting")).toBe(before + 1);
});

test("a body that claims to be another gateway's is kept as unreadable and not used", async () => {
  const before = await metric("gateway_mismatch");
  const sightings = await metric("sighting");
  const client = await connect(first!);
  await client.publishAsync(`kbeacon/publish/${first!.gmac}`, message(second!, [advert(-50)]), { qos: 1 });
  await counted("gateway_mismatch", before);
  expect(await metric("sighting")).toBe(sightings);
});

test("a gateway may listen to its own commands and to nothing else", async () => {
  const client = await connect(first!);
  const own = await client.subscribeAsync(`kbeacon/subaction/${first!.gmac}`);
  expect(own[0]?.qos).toBe(0);
  for (const filter of [
    "#",
    "kbeacon/#",
    `kbeacon/publish/${second!.gmac}`,
    `kbeacon/subaction/${second!.gmac}`,
    "$SYS/#",
  ])
    await expect(client.subscribeAsync(filter)).rejects.toThrow();
});

test.each([
  ["malformed JSON", "{nonsense"],
  ["no object", "[1,2]"],
  ["an unknown kind", JSON.stringify({ msg: "dance", gmac: "x" })],
  ["adverts that are no list", JSON.stringify({ msg: "advData", gmac: "x", obj: 7 })],
  ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x00])],
])("%s is counted, kept for the developer tools, and the next message is read", async (_name, payload) => {
  const [undecodable, sightings] = [await metric("undecodable"), await metric("sighting")];
  const client = await connect(first!);
  client.publish(`kbeacon/publish/${first!.gmac}`, payload);
  await counted("undecodable", undecodable);
  const { content } = await call(pulse, "GET", `hardwares/${first!.id}/messages`, { token });
  expect(content[0]).toMatchObject({ decoded: false });
  expect(content[0]!["error"]).toBeTypeOf("string");
  client.publish(`kbeacon/publish/${first!.gmac}`, message(first!, [advert(-60)]));
  await counted("sighting", sightings);
});

test("an RSSI of 999 costs its own advert alone; an unknown MAC is counted; a clock from 1970 is not believed", async () => {
  const [rejected, unknown, sightings] = [
    await metric("advert_rejected"),
    await metric("unknown_tracker"),
    await metric("sighting"),
  ];
  const client = await connect(first!);
  const from1970 = { ...advert("-61"), time: "1970-01-01 00:00:07" };
  client.publish(
    `kbeacon/publish/${first!.gmac}`,
    message(first!, [advert(999), advert(-70, "DD:33:99:99:99:99"), from1970]),
  );
  await counted("sighting", sightings);
  expect(await metric("sighting")).toBe(sightings + 1);
  expect(await metric("advert_rejected")).toBe(rejected + 1);
  expect(await metric("unknown_tracker")).toBe(unknown + 1);
  const { content } = await call(pulse, "GET", `hardwares/${first!.id}`, { token });
  const [heard] = content["beacons_connected"] as Record<string, unknown>[];
  expect(heard).toMatchObject({ tracker_id: asset.trackerId, rssi: -61 });
  expect(Date.now() - Date.parse(String(heard!["last_heard_at"]))).toBeLessThan(60_000);
});

test("a message of a megabyte ends its connection before it is gathered, and others go on", async () => {
  const before = await metric("refused_packet_size");
  const bystander = await connect(second!);
  const client = await connect(first!);
  const closed = closing(client);
  client.publish(`kbeacon/publish/${first!.gmac}`, Buffer.alloc(1024 * 1024, 0x20));
  await closed;
  await counted("refused_packet_size", before);
  const sightings = await metric("sighting");
  bystander.publish(`kbeacon/publish/${second!.gmac}`, message(second!, [advert(-60)]));
  await counted("sighting", sightings);
  expect(bystander.connected).toBe(true);
});

test("bytes that are no MQTT end their connection and nothing else", async () => {
  const before = await metric("refused_protocol");
  const socket = connectSocket(pulse.mqttPort, "127.0.0.1");
  await once(socket, "connect");
  const closed = once(socket, "close");
  socket
    .resume()
    .on("error", () => undefined)
    .write("GET / HTTP/1.1\r\n\r\n");
  await closed;
  await counted("refused_protocol", before);
  expect(await metric("refused_protocol")).toBe(before + 1);
});

test("an alive message marks a gateway online and gives its firmware", async () => {
  const client = await connect(second!);
  await client.publishAsync(
    `kbeacon/pubaction/${second!.gmac}`,
    JSON.stringify({ msg: "alive", gmac: second!.gmac, ver: "KBGW_V3.5.3" }),
    { qos: 1 },
  );
  await pulse.settled();
  const { content } = await call(pulse, "GET", `hardwares/${second!.id}`, { token });
  expect(content).toMatchObject({ status: "online", firmware: "KBGW_V3.5.3" });
});

test("new credentials end the old ones at once, with their open connection", async () => {
  const client = await connect(second!);
  const closed = closing(client);
  const { content, status } = await call(pulse, "POST", `hardwares/${second!.id}/mqtt-credentials`, { token });
  expect(status).toBe(200);
  await closed;
  expect(content).toMatchObject({
    mqtt_username: second!.username,
    mqtt_guid: second!.mqttGuid,
    port: pulse.mqttPort,
    tls_port: null,
  });
  expect(content["publish_topics"]).toContain(`kbeacon/publish/${second!.gmac}`);
  expect(content["subscribe_topics"]).toContain(`kbeacon/subaction/${second!.gmac}`);
  await expect(connect(second!)).rejects.toThrow();
  await connect({ username: second!.username, password: String(content["mqtt_password"]) });
});
