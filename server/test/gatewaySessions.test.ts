import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { HardwareConnection } from "@pulse/contract/gatewayConnection";
import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { call } from "./support/api.ts";
import { anOrganisation } from "./support/anOrganisation.ts";
import { aToken } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Whole sessions of each maker's firmware, from power-on to its last words, written from its source: whatever it
// publishes and subscribes to besides sightings, it stays connected.
interface Published {
  topic: string;
  payload: string;
  qos: 0 | 1 | 2;
  retain: boolean;
}

interface Session {
  /** Which version of which firmware, and where in it. */
  source: string;
  type: string;
  name: string;
  mac: string;
  client_id: string;
  will: Published | null;
  subscribe: string[];
  publish: Published[];
  /** The RSSI at which the tag is heard at last, dBm. */
  heard: number;
  last_words?: Published;
}

const folder = join(import.meta.dirname, "../../protocols/fixtures/sessions");
const names = readdirSync(folder);
const tag = "F4:7A:6B:00:02:01";
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

/** A gateway of this session, and its tag, at a customer of their own. */
async function onboard(session: Pick<Session, "type" | "name" | "mac">) {
  const { site, token } = await anOrganisation(pulse);
  const hardware_type_id = types.find(({ type }) => type === session.type)!.id;
  const { content: gateway } = await call(pulse, "POST", `hardwares?site_id=${site.id}`, {
    token,
    body: { name: session.name, mac: session.mac, hardware_type_id, lat: 51.9, lon: 4.4 },
  });
  const tracker = { name: "Tag", mac: tag, type: "KKM" };
  expect((await call(pulse, "POST", `trackers?site_id=${site.id}`, { token, body: tracker })).status).toBe(201);
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  const id = String(gateway["id"]);
  return {
    id,
    account: { username: String(gateway["mqtt_username"]), password: String(gateway["mqtt_password"]) },
    detail: async () => (await call(pulse, "GET", `hardwares/${id}`, { token })).content,
    connection: async () =>
      (await call(pulse, "GET", `hardwares/${id}/connection`, { token })).content as unknown as HardwareConnection & {
        ignored_topics: { topic: string; count: number }[];
      },
  };
}

async function connect(account: { username: string; password: string }, more: IClientOptions = {}) {
  const client = Object.assign(await connectAsync(pulse.mqttUrl, { ...account, reconnectPeriod: 0, ...more }), {
    ends: 0,
  });
  client.on("error", () => undefined);
  client.on("close", () => client.ends++);
  clients.push(client);
  return client;
}

/** Rejects if the connection ends before the message is acknowledged. */
async function publish(client: MqttClient, { topic, payload, qos, retain }: Published): Promise<void> {
  const ended = new Promise<never>((_, reject) => client.once("close", () => reject(new Error(`ended by ${topic}`))));
  ended.catch(() => undefined);
  await Promise.race([client.publishAsync(topic, payload, { qos, retain }), ended]);
}

test.each(names)(
  "the session of %s stays connected and is heard, and its housekeeping is only counted",
  async (name) => {
    const session = JSON.parse(readFileSync(join(folder, name), "utf8")) as Session;
    const gateway = await onboard(session);
    const client = await connect(gateway.account, {
      clientId: session.client_id,
      ...(session.will ? { will: { ...session.will, payload: Buffer.from(session.will.payload) } } : {}),
    });
    // What it may not subscribe to is refused alone.
    for (const topic of session.subscribe) await client.subscribeAsync(topic, { qos: 1 }).catch(() => undefined);
    for (const message of session.publish) await publish(client, message);
    await expect
      .poll(async () => (await gateway.detail())["beacons_connected"])
      .toMatchObject([{ mac: tag, rssi: session.heard }]);
    expect(client.ends).toBe(0);
    const detail = await gateway.detail();
    expect(detail).toMatchObject({ status: "online", health: [], diagnostics: { undecodable: 0, mismatched: 0 } });
    const { faults, ignored_topics: ignored } = await gateway.connection();
    expect(faults).toEqual([]);
    expect(ignored.length).toBeLessThanOrEqual(40);
    for (const { topic } of ignored) expect(topic).not.toMatch(/BTtoMQTT\/|rooms\/[^/]+\/(?:status|telemetry)|raddec/);

    if (session.last_words === undefined) return;
    await publish(client, session.last_words);
    await expect.poll(async () => (await gateway.detail())["status"]).toBe("offline");
    await publish(client, session.publish[0]!);
    await expect.poll(async () => (await gateway.detail())["status"]).toBe("online");
  },
);

test("topics that a gateway publishes besides its own are counted by pattern and shown on its page", async () => {
  const gateway = await onboard({ type: "OMG", name: "Dock", mac: "24:6F:28:01:03:01" });
  const client = await connect(gateway.account);
  const say = (topic: string, qos: 0 | 1 | 2 = 1) => publish(client, { topic, payload: "{}", qos, retain: true });
  for (const sensor of ["uptime", "rssi", "freemem"]) await say(`homeassistant/sensor/246F28010301-${sensor}/config`);
  await say("home/Dock/version", 0);
  await say("home/Dock/version", 2);
  await say("tele/F47A6B000201/state");
  await say("tele/F47A6B000202/state");
  const { ignored_topics: ignored, faults } = await gateway.connection();
  expect(ignored.map(({ topic, count }) => [topic, count])).toEqual([
    ["homeassistant/#", 3],
    ["home/Dock/version", 2],
    ["tele/+/state", 2],
  ]);
  expect(faults).toEqual([]);
  expect(client.ends).toBe(0);
});

test("a gateway that publishes without end to other topics is slowed, stays connected and is heard", async () => {
  const gateway = await onboard({ type: "ESPRESENSE", name: "Flood", mac: "24:6F:28:01:03:02" });
  const client = await connect(gateway.account);
  for (let nth = 0; nth < 600; nth++) client.publish(`flood/${nth}/x`, "{}");
  await publish(client, {
    topic: "espresense/devices/x/flood",
    payload: JSON.stringify({ mac: tag, rssi: -61 }),
    qos: 1,
    retain: false,
  });
  await expect.poll(async () => (await gateway.detail())["beacons_connected"]).toMatchObject([{ rssi: -61 }]);
  expect(client.ends).toBe(0);
  expect((await gateway.detail())["health"]).toEqual([]);
  expect((await gateway.connection()).ignored_topics.length).toBeLessThanOrEqual(41);
});

test("two devices are not said to share a password because one of them publishes what is not read", async () => {
  const gateway = await onboard({ type: "OMG", name: "Again", mac: "24:6F:28:01:03:03" });
  for (let nth = 0; nth < 6; nth++) {
    const client = await connect(gateway.account);
    await publish(client, { topic: "home/Again/version", payload: "v1", qos: 1, retain: true });
    expect(client.ends).toBe(0);
    await client.endAsync();
  }
  expect((await gateway.detail())["health"]).toEqual([]);
});

test("a message that is too long is a fault on its gateway's page, and the connection stays", async () => {
  const gateway = await onboard({ type: "RUUVI", name: "Long", mac: "24:6F:28:01:03:04" });
  const client = await connect(gateway.account);
  const topic = `ruuvi/24:6F:28:01:03:04/${tag}`;
  for (const qos of [0, 1] as const) await publish(client, { topic, payload: " ".repeat(300_000), qos, retain: false });
  expect(client.ends).toBe(0);
  const { faults } = await gateway.connection();
  expect(faults).toMatchObject([
    { kind: "too_long", about: expect.stringMatching(/^ruuvi\/.*: 3\d{5} bytes$/) as string },
  ]);
});

test("receivers of a middleware that nobody has onboarded are listed, also those with an EUI-64", async () => {
  const gateway = await onboard({ type: "RADDEC", name: "Middleware", mac: "24:6F:28:01:03:05" });
  const client = await connect(gateway.account);
  const rssiSignature = [
    { receiverId: "001bc50940810000", receiverIdType: 1, rssi: -81 },
    { receiverId: "24:6f:28:ff:fe:01:03:05", receiverIdType: 1, rssi: -64 },
    { receiverId: "246f28010399", receiverIdType: 2, rssi: -64 },
  ];
  const payload = JSON.stringify({ transmitterId: tag, transmitterIdType: 2, rssiSignature });
  await publish(client, { topic: "devices/f47a6b000201/2/raddec", payload, qos: 1, retain: false });
  await expect.poll(async () => (await gateway.detail())["beacons_connected"]).toMatchObject([{ mac: tag, rssi: -64 }]);
  const siteId = String((await gateway.detail())["site_id"]);
  const heard = async () => {
    await pulse.settled();
    const { content } = await call(pulse, "GET", `hardwares/heard?site_id=${siteId}`, { token: operator });
    return (content as unknown as { mac: string }[]).map(({ mac }) => mac).toSorted();
  };
  await expect.poll(heard).toEqual(["00:1B:C5:81:00:00", "24:6F:28:01:03:99"]);
});
