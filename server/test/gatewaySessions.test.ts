import type { MqttClient } from "mqtt";
import { connectAsync } from "mqtt";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { call } from "./support/api.ts";
import {
  bytesOf,
  type GatewayAccount,
  mqttJs,
  onboard,
  expectSession,
  type Published,
  readSession,
  sessionNames,
  sessionTag as tag,
} from "./support/gatewaySession.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Whole sessions of each maker's firmware, from power-on to its last words, written from its source: whatever it
// publishes and subscribes to besides sightings, it stays connected. realGateways.test.ts plays them by paho.
let pulse: TestPulse;
const clients: MqttClient[] = [];

beforeAll(async () => {
  pulse = await testPulse();
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.endAsync(true))));
afterAll(() => pulse.stop());

async function connect(account: GatewayAccount) {
  const client = Object.assign(await connectAsync(pulse.mqttUrl, { ...account, reconnectPeriod: 0 }), { ends: 0 });
  client.on("error", () => undefined);
  client.on("close", () => client.ends++);
  clients.push(client);
  return client;
}

/** Rejects if the connection ends before the message is acknowledged. */
async function publish(client: MqttClient, message: Published): Promise<void> {
  const { topic, qos, retain } = message;
  const ended = new Promise<never>((_, reject) => client.once("close", () => reject(new Error(`ended by ${topic}`))));
  ended.catch(() => undefined);
  await Promise.race([client.publishAsync(topic, bytesOf(message), { qos, retain }), ended]);
}

test.each(sessionNames)(
  "the session of %s stays connected and is heard, and its housekeeping is only counted",
  (name) => expectSession(pulse, readSession(name), 4, mqttJs),
);

test("a MessagePack message that an April Brother gateway posts is read as one that it publishes", async () => {
  const session = readSession("aprilbrother");
  const gateway = await onboard(pulse, session);
  const { username, password } = gateway.account;
  const answer = await fetch(`${pulse.url}/api/v3/ingest/scans`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
      "content-type": "application/msgpack",
    },
    body: Uint8Array.from(bytesOf(session.publish.at(-1)!)),
  });
  expect([answer.status, await answer.json()]).toMatchObject([
    202,
    { result: { content: { accepted: 2, rejected: 0 } } },
  ]);
  await expect.poll(() => gateway.strengths).toEqual([session.last_rssi]);
});

test("topics that a gateway publishes besides its own are counted by pattern and shown on its page", async () => {
  const gateway = await onboard(pulse, { type: "OMG", name: "Dock", mac: "24:6F:28:01:03:01" });
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
  const gateway = await onboard(pulse, { type: "ESPRESENSE", name: "Flood", mac: "24:6F:28:01:03:02" });
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
  const gateway = await onboard(pulse, { type: "OMG", name: "Again", mac: "24:6F:28:01:03:03" });
  for (let nth = 0; nth < 6; nth++) {
    const client = await connect(gateway.account);
    await publish(client, { topic: "home/Again/version", payload: "v1", qos: 1, retain: true });
    expect(client.ends).toBe(0);
    await client.endAsync();
  }
  expect((await gateway.detail())["health"]).toEqual([]);
});

test("a message that is too long is a fault on its gateway's page, and the connection stays", async () => {
  const gateway = await onboard(pulse, { type: "RUUVI", name: "Long", mac: "24:6F:28:01:03:04" });
  const client = await connect(gateway.account);
  const topic = `ruuvi/24:6F:28:01:03:04/${tag}`;
  for (const qos of [0, 1] as const) await publish(client, { topic, payload: " ".repeat(300_000), qos, retain: false });
  expect(client.ends).toBe(0);
  const { faults } = await gateway.connection();
  expect(faults).toMatchObject([
    { kind: "too_long", count: 2, about: expect.stringMatching(/^ruuvi\/.*: 3\d{5} bytes$/) as string },
  ]);
});

test("receivers of a middleware that nobody has onboarded are listed, also those with an EUI-64", async () => {
  const gateway = await onboard(pulse, { type: "RADDEC", name: "Middleware", mac: "24:6F:28:01:03:05" });
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
    const { content } = await call(pulse, "GET", `hardwares/heard?site_id=${siteId}`, { token: gateway.operator });
    return (content as unknown as { mac: string }[]).map(({ mac }) => mac).toSorted();
  };
  await expect.poll(heard).toEqual(["00:1B:C5:81:00:00", "24:6F:28:01:03:99"]);
});
