import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aSite, aToken } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let superadmin: string;
let theirs: NewCustomer;
const clients: MqttClient[] = [];

beforeAll(async () => {
  pulse = await testPulse();
  theirs = await aCustomer(pulse);
  superadmin = await aToken(pulse, null, null);
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.endAsync(true))));
afterAll(() => pulse.stop());

let serial = 0;
const asSuperadmin = (method: string, path: string, body?: unknown) =>
  call(pulse, method, path, { token: superadmin, ...(body === undefined ? {} : { body }) });
const made = async (): Promise<Record<string, unknown> & { id: string }> => {
  serial += 1;
  const answer = await asSuperadmin("POST", "customers", { name: `Made ${serial}`, customer_code: `made-${serial}` });
  expect(answer.status).toBe(201);
  return answer.content as unknown as { id: string };
};

describe("a customer's MQTT credentials", () => {
  const connect = async (username: unknown, password: unknown): Promise<MqttClient> => {
    const client = await connectAsync(pulse.mqttUrl, {
      username: String(username),
      password: String(password),
      reconnectPeriod: 0,
    });
    client.on("error", () => undefined);
    clients.push(client);
    return client;
  };
  const granted = async (client: MqttClient, filter: string): Promise<number> => {
    const [grant] = await client
      .subscribeAsync(filter)
      .catch((error: { packet?: { granted: number[] } }) => [{ qos: error.packet?.granted[0] ?? 128 }]);
    return grant!.qos;
  };

  test("a customer's MQTT credentials give access to its own topics only", async () => {
    const customer = await made();
    const client = await connect(customer["mqtt_username"], customer["mqtt_password"]);
    const [own, site] = [`pulse/v1/${String(customer["guid"])}/#`, `pulse/v1/${String(customer["guid"])}/x/locations`];
    expect(await granted(client, own)).toBe(0);
    expect(await granted(client, site)).toBe(0);
    for (const foreign of ["#", "pulse/v1/#", `pulse/v1/${theirs.guid}/#`, `pulse/v1/+/x/locations`])
      expect([foreign, await granted(client, foreign)]).toEqual([foreign, 128]);
  });

  test("a customer's MQTT credentials are shown once after a reset; the old ones and their connections end at once", async () => {
    const customer = await made();
    const old = await connect(customer["mqtt_username"], customer["mqtt_password"]);
    const closed = new Promise<void>((resolve) => old.once("close", () => resolve()));
    const { status, content } = await asSuperadmin("POST", `customers/${customer.id}/mqtt-credentials`);
    expect(status).toBe(200);
    expect(content).toMatchObject({
      mqtt_guid: customer["guid"],
      mqtt_username: customer["mqtt_username"],
      port: pulse.mqttPort,
      publish_topics: [],
      subscribe_topics: [`pulse/v1/${String(customer["guid"])}/#`],
    });
    await closed;
    await expect(connect(customer["mqtt_username"], customer["mqtt_password"])).rejects.toThrow(/password/);
    const client = await connect(content["mqtt_username"], content["mqtt_password"]);
    expect(await granted(client, `pulse/v1/${String(customer["guid"])}/#`)).toBe(0);
  });
});

describe("the available gateway types", () => {
  test("the available gateway types are the customer's, also for its sites, and are shown only to its own people", async () => {
    const customer = await aCustomer(pulse);
    const site = await aSite(pulse, customer);
    const outside = await aSite(pulse, customer);
    const token = await aToken(pulse, customer, "Viewer", { siteIds: [site.id] });
    const types = (await call(pulse, "GET", "hardwares/types", { token })).content;
    expect((await call(pulse, "GET", `customers/${customer.id}/hardware-types`, { token })).content).toEqual(types);
    const some = types.filter(({ type }) => type === "KKM" || type === "OMG");
    const config = { available_hardware_types: some.map(({ id }) => id) };
    expect((await asSuperadmin("PUT", `customers/${customer.id}`, { config })).status).toBe(200);
    for (const path of [`customers/${customer.id}/hardware-types`, `sites/${site.id}/hardware-types`])
      expect((await call(pulse, "GET", path, { token })).content).toEqual(some);
    const foreign = await aSite(pulse, theirs);
    for (const path of [`customers/${theirs.id}`, `sites/${foreign.id}`, `sites/${outside.id}`])
      expect((await call(pulse, "GET", `${path}/hardware-types`, { token })).status).toBe(404);
    expect((await asSuperadmin("GET", `sites/${foreign.id}/hardware-types`)).content).toHaveLength(9);
  });
});
