import type { HardwareConnection } from "@pulse/contract/gatewayConnection";
import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Answer, call } from "./support/api.ts";
import { anOrganisation } from "./support/anOrganisation.ts";
import { aCustomer, aToken, type TestSite } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Whoever sets up a gateway sees at once what is wrong.
let pulse: TestPulse;
let site: TestSite;
let token: string;
let kkm: string;
let serial = 0;
const clients: MqttClient[] = [];

beforeAll(async () => {
  pulse = await testPulse();
  ({ site, token } = await anOrganisation(pulse));
  const { content } = await call(pulse, "GET", "hardwares/types", { token });
  kkm = (content as unknown as HardwareType[]).find(({ type }) => type === "KKM")!.id;
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.endAsync(true))));
afterAll(() => pulse.stop());

interface Made {
  id: string;
  gmac: string;
  username: string;
  password: string;
}

async function aGateway(): Promise<Made> {
  const gmac = `AC233F${(0x300000 + ++serial).toString(16).toUpperCase()}`;
  const body = { name: `Gateway ${serial}`, hardware_type_id: kkm, mac: gmac, lat: 51.9, lon: 4.4 };
  const { content } = await call(pulse, "POST", `hardwares?site_id=${site.id}`, { token, body });
  return {
    id: String(content["id"]),
    gmac,
    username: String(content["mqtt_username"]),
    password: String(content["mqtt_password"]),
  };
}

async function connect({ username, password }: Made): Promise<MqttClient> {
  const client = await connectAsync(pulse.mqttUrl, { username, password, reconnectPeriod: 0 });
  client.on("error", () => undefined);
  clients.push(client);
  return client;
}

const look = ({ id }: Made): Promise<Answer> => call(pulse, "GET", `hardwares/${id}/connection`, { token });
const faultsOf = async (gateway: Made) =>
  ((await look(gateway)).content["faults"] as HardwareConnection["faults"]).map(({ kind, about }) => [kind, about]);

/** Asks again until the answer satisfies. */
async function until(gateway: Made, holds: (found: Answer["content"]) => boolean): Promise<Answer["content"]> {
  for (;;) {
    const { content } = await look(gateway);
    if (holds(content)) return content;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("a new gateway's connection settings can be read at any time, without its password", async () => {
  const gateway = await aGateway();
  const { status, content } = await look(gateway);
  expect(status).toBe(200);
  expect(content).toMatchObject({
    mqtt_username: gateway.username,
    host: "127.0.0.1",
    port: Number(new URL(pulse.mqttUrl).port),
    publish_topics: expect.arrayContaining([`kbeacon/publish/${gateway.gmac}`]) as unknown,
    subscribe_topics: expect.arrayContaining([`kbeacon/subadmin/${gateway.gmac}`]) as unknown,
    status: "never",
    connected: false,
    last_message_at: null,
    faults: [],
  });
  expect(content).not.toHaveProperty("mqtt_password");
  expect(JSON.stringify(content)).not.toContain(gateway.password);
});

test("a wrong password is reported for its gateway, over MQTT and HTTP, until the gateway signs in", async () => {
  const [gateway, other] = [await aGateway(), await aGateway()];
  await expect(connect({ ...gateway, password: "wrong" })).rejects.toThrow("Bad username or password");
  expect(await faultsOf(gateway)).toEqual([["password", null]]);
  expect(await faultsOf(other)).toEqual([]);

  await connect(gateway);
  const content = await until(gateway, ({ connected }) => connected === true);
  expect(content).toMatchObject({ status: "online", last_message_at: null, faults: [] });

  const posted = await fetch(`${pulse.url}/api/v3/ingest/scans`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${other.username}:wrong`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: "{}",
  });
  expect(posted.status).toBe(401);
  expect(await faultsOf(other)).toEqual([["password", null]]);
});

test("an MQTT topic that is not the gateway's own is reported by name", async () => {
  const gateway = await aGateway();
  const client = await connect(gateway);
  // Refused, so it is never acknowledged.
  client.publish("kbeacon/publish/000000000000", "{}", { qos: 1 });
  const content = await until(gateway, ({ faults }) => (faults as unknown[]).length > 0);
  expect(content["faults"]).toMatchObject([{ kind: "topic", about: "kbeacon/publish/000000000000" }]);
});

test("an unreadable message and another gateway's message are reported with the reason", async () => {
  const gateway = await aGateway();
  const client = await connect(gateway);
  const topic = `kbeacon/publish/${gateway.gmac}`;
  await client.publishAsync(topic, "hello", { qos: 1 });
  await until(gateway, ({ faults }) => (faults as unknown[]).length === 1);
  await client.publishAsync(topic, JSON.stringify({ msg: "advData", gmac: "AC233F999999", obj: [] }), { qos: 1 });
  const content = await until(gateway, ({ faults }) => (faults as unknown[]).length === 2);
  const faults = content["faults"] as HardwareConnection["faults"];
  expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(["other_gateway", "unreadable"]));
  expect(faults.find(({ kind }) => kind === "other_gateway")?.about).toMatch(/AC:?23:?3F:?99:?99:?99/);
  expect(faults.find(({ kind }) => kind === "unreadable")?.about).toMatch(/JSON/);
});

test("another customer's people cannot see a gateway's connection", async () => {
  const gateway = await aGateway();
  const stranger = await aToken(pulse, await aCustomer(pulse), "Administrator");
  expect((await call(pulse, "GET", `hardwares/${gateway.id}/connection`, { token: stranger })).status).toBe(404);
});
