import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { anOrganisation } from "./support/anOrganisation.ts";
import { aCustomer, anAsset, aToken, type TestSite } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let administrator: string;
const clients: MqttClient[] = [];

beforeAll(async () => {
  pulse = await testPulse();
  ({ customer, site, token: administrator } = await anOrganisation(pulse));
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.endAsync(true))));
afterAll(() => pulse.stop());

describe("the types of trackers", () => {
  test("the types of trackers list what each can do", async () => {
    const { status, content } = await call(pulse, "GET", "trackers/types", { token: administrator });
    expect(status).toBe(200);
    expect(content.length).toBeGreaterThan(1);
    const ids = new Set(content.map(({ type }) => type));
    expect(ids.size).toBe(content.length);
    for (const type of content)
      expect(type).toEqual({
        id: expect.any(String) as string,
        type: expect.any(String) as string,
        name: expect.any(String) as string,
        capabilities: { ring: expect.any(Boolean) as boolean, device_config: expect.any(Boolean) as boolean },
      });
  });

  test("the types of trackers belong to a customer: a superadmin must name one, and others cannot read it", async () => {
    const superadmin = await aToken(pulse, null, null);
    const unnamed = await call(pulse, "GET", "trackers/types", { token: superadmin });
    expect([unnamed.status, unnamed.content["code"]]).toEqual([400, "customer_required"]);
    const path = `trackers/types?customer_id=${customer.id}`;
    expect((await call(pulse, "GET", path, { token: superadmin })).status).toBe(200);
    const stranger = await aToken(pulse, await aCustomer(pulse), "Administrator");
    expect((await call(pulse, "GET", path, { token: stranger })).status).toBe(404);
  });
});

describe("a tracker's MQTT credentials", () => {
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
  const reset = (id: string) => call(pulse, "POST", `trackers/${id}/mqtt-credentials`, { token: administrator });

  test("a tracker's MQTT credentials are shown once after a reset; the old ones and their connection end at once", async () => {
    const { trackerId } = await anAsset(pulse, customer, site);
    const { status, content: first } = await reset(trackerId);
    expect(status).toBe(200);
    const guid = String(first["mqtt_guid"]);
    expect(first).toMatchObject({
      port: pulse.mqttPort,
      tls_port: null,
      publish_topics: [`pulse/v1/trackers/${guid}/up`],
      subscribe_topics: [`pulse/v1/trackers/${guid}/down`],
    });
    const old = await connect(first["mqtt_username"], first["mqtt_password"]);
    await old.publishAsync(`pulse/v1/trackers/${guid}/up`, JSON.stringify({ battery_level: 50 }), { qos: 1 });
    const closed = new Promise<void>((resolve) => old.once("close", () => resolve()));
    const { content: second } = await reset(trackerId);
    await closed;
    await expect(connect(first["mqtt_username"], first["mqtt_password"])).rejects.toThrow(/password/);
    await connect(second["mqtt_username"], second["mqtt_password"]);
  });

  test("a tracker's MQTT credentials are logged as reset, but never stored in clear", async () => {
    const { trackerId } = await anAsset(pulse, customer, site);
    const password = String((await reset(trackerId)).content["mqtt_password"]);
    const entries = await call(pulse, "GET", `audit?entity_id=${trackerId}`, { token: administrator });
    expect(entries.content).toMatchObject([
      { action: "credentials_reset", entity: { kind: "tracker", id: trackerId }, site_id: site.id, changes: [] },
    ]);
    expect(entries.text).not.toContain(password);
    const row = await pulse.db.selectFrom("trackers").selectAll().where("id", "=", trackerId).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(password);
    expect(row.version).toBe(2);
  });
});
