import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { connectAsync, type IClientPublishOptions, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { call } from "./support/api.ts";
import { anOrganisation, type Organisation } from "./support/anOrganisation.ts";
import { aToken } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// The cases that public reports describe, as files beside the clone: each is played as it stands. Samples of our own for
// every kind of fault are in the other tests of gateways, which run everywhere.
const folder = join(process.env["PULSE_TEST_DATA"] ?? join(import.meta.dirname, "../../../shared/data"), "field-cases");
const isPresent = existsSync(folder);
if (!isPresent) process.stderr.write(`skipped: no field cases at ${folder} (PULSE_TEST_DATA names their folder)\n`);

const generic = { gateway_type: "GENERIC", gateway_name: "Lab", gateway_mac: "AC:23:3F:00:00:01" };
const tag = "F4:7A:6B:00:01:01";
let pulse: TestPulse;
let operator: string;
let types: HardwareType[];
const clients: MqttClient[] = [];

beforeAll(async () => {
  pulse = await testPulse();
  operator = await aToken(pulse, null, null);
  types = (await call(pulse, "GET", "hardwares/types", { token: operator })).content as unknown as HardwareType[];
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.endAsync(true))));
afterAll(() => pulse.stop());

interface Session {
  gateway_type: string;
  gateway_name: string;
  gateway_mac: string;
  publish: { topic: string; payload: string; qos: 0 | 1 | 2; retain: boolean }[];
}

/** A customer with the tag of all cases, and one gateway. Each case has its own, since all name the same devices. */
async function aPlace(session: Pick<Session, "gateway_type" | "gateway_name" | "gateway_mac">) {
  const here = await anOrganisation(pulse);
  const { id: trackerId } = await made(here, "trackers", { name: "Tag", mac: tag, type: "KKM" });
  const gateway = await aGateway(here, session);
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  return { here, trackerId, gateway };
}

async function made({ site, token }: Organisation, noun: string, body: object): Promise<Record<string, unknown>> {
  const { status, content } = await call(pulse, "POST", `${noun}?site_id=${site.id}`, { token, body });
  expect(status).toBe(201);
  return content;
}

async function aGateway(here: Organisation, of: Pick<Session, "gateway_type" | "gateway_name" | "gateway_mac">) {
  const hardware_type_id = types.find(({ type }) => type === of.gateway_type)!.id;
  const body = { name: of.gateway_name, mac: of.gateway_mac, hardware_type_id, lat: 51.9, lon: 4.4 };
  const content = await made(here, "hardwares", body);
  return {
    id: String(content["id"]),
    guid: String(content["mqtt_guid"]),
    username: String(content["mqtt_username"]),
    password: String(content["mqtt_password"]),
  };
}

type Account = Awaited<ReturnType<typeof aGateway>>;

async function connect({ username, password }: Account): Promise<MqttClient & { ends: number }> {
  const client = Object.assign(await connectAsync(pulse.mqttUrl, { username, password, reconnectPeriod: 0 }), {
    ends: 0,
  });
  client.on("error", () => undefined);
  client.on("close", () => client.ends++);
  clients.push(client);
  return client;
}

/** Rejects if the connection ends before the message is acknowledged. */
async function publish(client: MqttClient, topic: string, payload: string | Buffer, more: IClientPublishOptions) {
  const ended = new Promise<never>((_, reject) => client.once("close", () => reject(new Error(`ended by ${topic}`))));
  ended.catch(() => undefined);
  await Promise.race([client.publishAsync(topic, payload, more), ended]);
}

async function play(session: Session, account: Account): Promise<MqttClient & { ends: number }> {
  const client = await connect(account);
  for (const { topic, payload, qos, retain } of session.publish) {
    await publish(client, topic, payload, { qos, retain });
  }
  await processed(account.id, session.publish.at(-1)!.topic);
  return client;
}

async function send(account: Account, topic: string, payload: Buffer): Promise<void> {
  await publish(await connect(account), topic, payload, { qos: 1 });
  await processed(account.id, topic);
}

/** Resolves once a gateway's message on this topic was read, or refused. */
async function processed(gatewayId: string, topic: string): Promise<void> {
  const topics = async () => {
    const { content } = await call(pulse, "GET", `hardwares/${gatewayId}/messages`, { token: operator });
    return (content as unknown as { topic: string }[]).map((message) => message.topic);
  };
  await expect.poll(topics).toContain(topic);
  await pulse.settled();
}

const heardBy = async ({ token }: Organisation, id: string) =>
  (await call(pulse, "GET", `hardwares/${id}`, { token })).content["beacons_connected"];
const detail = async ({ token }: Organisation, id: string) =>
  (await call(pulse, "GET", `hardwares/${id}`, { token })).content;
const connection = async ({ token }: Organisation, id: string) =>
  (await call(pulse, "GET", `hardwares/${id}/connection`, { token })).content;

const read = (name: string): Buffer => readFileSync(join(folder, name));
const session = (name: string): Session => JSON.parse(read(name).toString("utf8")) as Session;

describe.skipIf(!isPresent)("the field cases of gateways", () => {
  test.each([
    ["mqtt-omg-start.json", -66],
    ["mqtt-espresense-start.json", -70],
  ])("the session of %s stays connected, and its tag is heard", async (name, rssi) => {
    const played = session(name);
    const { here, trackerId, gateway } = await aPlace(played);
    const client = await play(played, gateway);
    expect(client.ends).toBe(0);
    expect(await heardBy(here, gateway.id)).toMatchObject([{ tracker_id: trackerId, rssi }]);
    expect(await connection(here, gateway.id)).toMatchObject({ connected: true, status: "online", faults: [] });
    expect(await detail(here, gateway.id)).toMatchObject({ diagnostics: { undecodable: 0, mismatched: 0 } });
  });

  test("a middleware's raddec is a sighting by each of its receivers", async () => {
    const played = session("mqtt-pareto-barnacles.json");
    const { here, trackerId, gateway } = await aPlace(played);
    const second = await aGateway(here, { ...played, gateway_name: "Second", gateway_mac: "AC:23:3F:00:00:02" });
    pulse.bus.publish("changed", everythingChanged);
    await pulse.settled();
    const client = await play(played, gateway);
    expect(client.ends).toBe(0);
    expect(await heardBy(here, gateway.id)).toMatchObject([{ tracker_id: trackerId, rssi: -60 }]);
    expect(await heardBy(here, second.id)).toMatchObject([{ tracker_id: trackerId, rssi: -72 }]);
  });

  test("a message that says offline does not make its gateway online", async () => {
    const played = session("lwt-offline.json");
    const { here, gateway } = await aPlace(played);
    const client = await play(played, gateway);
    expect(client.ends).toBe(0);
    expect(await connection(here, gateway.id)).toMatchObject({ status: "never", last_message_at: null });
  });

  test.each([
    ["advert-cut-structure.json", {}],
    ["advert-trailing-byte.json", { battery_level: 100 }],
    ["payload-trailing-nul.bin", {}],
    ["matter-fff6.json", { battery_level: null }],
  ])("the message of %s is a sighting", async (name, tracker) => {
    const { here, trackerId, gateway } = await aPlace(generic);
    await send(gateway, `pulse/v1/gateways/${gateway.guid}/up`, read(name));
    expect(await heardBy(here, gateway.id)).toMatchObject([{ tracker_id: trackerId, rssi: -58 }]);
    const shown = async () =>
      (await call(pulse, "GET", `trackers/${String(trackerId)}`, { token: here.token })).content;
    await expect.poll(shown).toMatchObject(tracker);
    expect(await connection(here, gateway.id)).toMatchObject({ faults: [] });
  });

  test("an RSSI of 0 is no strength of 0 dBm", async () => {
    const { here, gateway } = await aPlace(generic);
    await send(gateway, `pulse/v1/gateways/${gateway.guid}/up`, read("rssi-zero.json"));
    expect(await heardBy(here, gateway.id)).toEqual([]);
  });

  test("a name that is not UTF-8 costs no sighting of its message", async () => {
    const minew = { gateway_type: "MINEW", gateway_name: "Lab", gateway_mac: "AC:23:3F:00:00:01" };
    const { here, trackerId, gateway } = await aPlace(minew);
    const stranger = await made(here, "trackers", { name: "Stranger", mac: "F4:7A:6B:00:01:99", type: "KKM" });
    pulse.bus.publish("changed", everythingChanged);
    await pulse.settled();
    await send(gateway, "/gw/ac233f000001/status", read("payload-name-not-utf8.bin"));
    expect(await heardBy(here, gateway.id)).toMatchObject([
      { tracker_id: trackerId, rssi: -61 },
      { tracker_id: stranger["id"], rssi: -80 },
    ]);
  });

  test("a message that a tag is absent is not counted as unreadable", async () => {
    const { here, gateway } = await aPlace({ ...generic, gateway_type: "OMG" });
    await send(gateway, "home/Lab/BTtoMQTT/F47A6B000101", read("omg-absent.json"));
    expect(await detail(here, gateway.id)).toMatchObject({ diagnostics: { undecodable: 0 }, health: [] });
    expect(await connection(here, gateway.id)).toMatchObject({ faults: [] });
  });
});
