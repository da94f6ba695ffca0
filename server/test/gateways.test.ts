import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { type Answer, call } from "./support/api.ts";
import { aCustomer, anAsset, aSite, aToken, type TestSite } from "./support/builders.ts";
import { type Right, tokenWith } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let token: string;
let types: Map<string, string>;
const clients: MqttClient[] = [];
let serial = 0;

beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  token = await aToken(pulse, customer, "Administrator", { devTools: true });
  const { content } = await call(pulse, "GET", "hardwares/types", { token });
  types = new Map((content as unknown as HardwareType[]).map(({ type, id }) => [type, id]));
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.endAsync(true))));
afterAll(() => pulse.stop());

const aMac = (): string => `AC233F${(0x100000 + ++serial).toString(16).toUpperCase()}`.replace(/(..)(?=.)/g, "$1:");
const bodyOf = (fields: object = {}) => ({
  name: `Gateway ${++serial}`,
  hardware_type_id: types.get("KKM"),
  mac: aMac(),
  lat: 51.9,
  lon: 4.4,
  floor_id: site.floorId,
  ...fields,
});
const make = (fields: object = {}, as = token): Promise<Answer> =>
  call(pulse, "POST", `hardwares?site_id=${site.id}&customer_id=${customer.id}`, { token: as, body: bodyOf(fields) });
const read = async (id: unknown) => (await call(pulse, "GET", `hardwares/${String(id)}`, { token })).content;
const codeOf = ({ status, content }: Answer) => [status, content["code"]];
const pathsOf = ({ content }: Answer) => (content["details"] as { path: string }[]).map(({ path }) => path);

async function connect(username: unknown, password: unknown): Promise<MqttClient> {
  const client = await connectAsync(pulse.mqttUrl, {
    username: String(username),
    password: String(password),
    reconnectPeriod: 0,
  });
  client.on("error", () => undefined);
  clients.push(client);
  return client;
}
/** Asks again until the answer satisfies. */
async function until<T>(ask: () => Promise<T>, holds: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (holds(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const closing = (client: MqttClient): Promise<void> => new Promise((resolve) => client.once("close", () => resolve()));

describe("a new gateway", () => {
  test("a new gateway is returned in full, with its password only this once, and without values nobody has set", async () => {
    const mac = aMac();
    const { status, content } = await make({ mac: mac.replaceAll(":", "-").toLowerCase() });
    expect(status).toBe(201);
    const password = String(content["mqtt_password"]);
    expect(password.length).toBeGreaterThan(20);
    expect(content).toMatchObject({
      site_id: site.id,
      status: "never",
      last_updated: null,
      num_connected: 0,
      hardware_type: { id: types.get("KKM"), type: "KKM" },
      mac,
      floor_id: site.floorId,
      location: "Main · Ground",
      sections: [{ kind: "building" }, { kind: "floor" }],
      elevation: 2.5,
      version: 1,
      firmware: null,
      health: [],
      properties: {
        alpha: null,
        beta: null,
        gamma: null,
        measured_power: null,
        z: 2.5,
        anchor_snap_radius: null,
        hardware_type: "KKM",
        mac,
        username: content["mqtt_username"],
        password,
      },
    });
    const stored = await read(content["id"]);
    expect(stored).not.toHaveProperty("mqtt_password");
    expect(stored["properties"]).not.toHaveProperty("password");
    expect(stored["beacons_connected"]).toEqual([]);
    const row = await pulse.db.selectFrom("hardwares").selectAll().where("id", "=", String(content["id"])).execute();
    expect(row).toMatchObject([{ alpha: null, beta: null, gamma: null, measured_power: null, z: null }]);
    expect(JSON.stringify(row)).not.toContain(password);
  });

  test("a new gateway is received over MQTT and HTTP as soon as it is made, and becomes online", async () => {
    const { mac, trackerId } = await anAsset(pulse, customer, site);
    // A tracker that was not made over the API is read with the next change.
    const { content } = await make();
    const client = await connect(content["mqtt_username"], content["mqtt_password"]);
    const gmac = String(content["mac"]).replaceAll(":", "");
    await until(
      async () => {
        const obj = [{ type: 4, dmac: mac.replaceAll(":", ""), rssi: -60 }];
        await client.publishAsync(`kbeacon/publish/${gmac}`, JSON.stringify({ msg: "advData", gmac, obj }), { qos: 1 });
        pulse.bus.publish("changed", { kind: "tracker", ids: [trackerId], siteId: site.id, customerId: customer.id });
        await pulse.settled();
        return read(content["id"]);
      },
      (shown) => shown["num_connected"] === 1,
    );
    const shown = await read(content["id"]);
    expect(shown).toMatchObject({ status: "online", beacons_connected: [{ tracker_id: trackerId, mac, rssi: -60 }] });
    const basic = Buffer.from(`${String(content["mqtt_username"])}:${String(content["mqtt_password"])}`);
    const posted = await call(pulse, "POST", "ingest/scans", {
      headers: { authorization: `Basic ${basic.toString("base64")}` },
      body: { msg: "advData", gmac, obj: [] },
    });
    expect(posted.status).toBe(202);
  });

  test.each([
    ["no name", { name: undefined }, "field_required", "name"],
    ["a name with an angle", { name: "a<b" }, "char_not_allowed", "name"],
    ["no type", { hardware_type_id: undefined }, "field_required", "hardware_type_id"],
    [
      "an unknown type",
      { hardware_type_id: "0198c1b2-0000-7000-8000-000000000000" },
      "invalid_parameter",
      "hardware_type_id",
    ],
    ["no MAC", { mac: undefined }, "field_required", "mac"],
    ["a short MAC", { mac: "AC:23:3F:00:00" }, "invalid_parameter", "mac"],
    ["a MAC in mixed notation", { mac: "AC:23-3F:00:00:01" }, "invalid_parameter", "mac"],
    ["a latitude beyond the pole", { lat: 90.1 }, "location_invalid", "lat"],
    ["a floor of nowhere", { floor_id: "0198c1b2-0000-7000-8000-000000000000" }, "invalid_parameter", "floor_id"],
    ["a power above 0 dBm", { properties: { measured_power: 1 } }, "out_of_range", "properties.measured_power"],
    ["a height of 101 m", { properties: { z: 101 } }, "out_of_range", "properties.z"],
    ["a snap radius of 0", { properties: { anchor_snap_radius: 0 } }, "out_of_range", "properties.anchor_snap_radius"],
  ])("a new gateway with %s is refused", async (_what, fields, code, path) => {
    const answer = await make(fields);
    expect(codeOf(answer)).toEqual([400, code]);
    expect(pathsOf(answer)).toEqual([path]);
  });

  test("a new gateway accepts the type in the form of an answer, and an empty coordinate as 0", async () => {
    const body = { hardware_type_id: undefined, hardware_type: { id: types.get("MINEW"), type: "MINEW" }, lat: null };
    const { status, content } = await make(body);
    expect(status).toBe(201);
    expect(content).toMatchObject({ hardware_type: { type: "MINEW" }, lat: 0 });
  });

  test("a new gateway cannot repeat a name of its site or a MAC of its customer; of two at once one is made", async () => {
    const [name, mac] = [`Twin ${++serial}`, aMac()];
    const answers = await Promise.all([make({ name, mac }), make({ name: name.toUpperCase(), mac: aMac() })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const elsewhere = await aSite(pulse, customer);
    const sameMac = (of: TestSite) =>
      call(pulse, "POST", `hardwares?site_id=${of.id}`, {
        token,
        body: bodyOf({ floor_id: null, mac: answers.find(({ status }) => status === 201)!.content["mac"] }),
      });
    const taken = await sameMac(elsewhere);
    expect(codeOf(taken)).toEqual([409, "already_exists"]);
    expect(taken.content["details"]).toMatchObject([{ path: "mac", code: "must_be_unique" }]);
    const stranger = await aCustomer(pulse);
    const theirs = await aSite(pulse, stranger);
    const there = await call(pulse, "POST", `hardwares?site_id=${theirs.id}`, {
      token: await aToken(pulse, stranger, "Administrator"),
      body: bodyOf({ name, mac, floor_id: null }),
    });
    expect(there.status).toBe(201);
  });
});

describe("changing a gateway", () => {
  const change = (id: unknown, body: object, as = token) =>
    call(pulse, "PUT", `hardwares/${String(id)}?site_id=${site.id}&customer_id=${customer.id}`, { token: as, body });

  test("a change of a gateway keeps what is omitted, sets and clears what is sent, and accepts an answer sent back", async () => {
    const { content } = await make({ properties: { alpha: 0.5, z: 3, anchor_snap_radius: 7 } });
    const changed = await change(content["id"], { lat: 51.91, properties: { alpha: null, beta: 6 } });
    expect(changed.status).toBe(200);
    expect(changed.content).toMatchObject({
      name: content["name"],
      lat: 51.91,
      lon: 4.4,
      version: 2,
      properties: { alpha: null, beta: 6, z: 3, anchor_snap_radius: 7 },
    });
    const back = await change(content["id"], changed.content);
    expect(back.status).toBe(200);
    const { version: _version, updated_at: _at, ...same } = changed.content as Record<string, unknown>;
    expect(back.content).toMatchObject({ ...same, version: 3 });
  });

  test("a change of a gateway from an older version is refused with both values", async () => {
    const { content } = await make();
    await change(content["id"], { lat: 51.95, version: 1 });
    const late = await change(content["id"], { lat: 51.96, name: content["name"], version: 1 });
    expect(codeOf(late)).toEqual([409, "conflict"]);
    expect(late.content["details"]).toMatchObject([{ path: "lat", code: "changed", theirs: 51.95, yours: 51.96 }]);
  });

  test("a change of a gateway's MAC ends its connection, and it signs in again with its new topics", async () => {
    const { content } = await make();
    const client = await connect(content["mqtt_username"], content["mqtt_password"]);
    const closed = closing(client);
    const mac = aMac();
    await change(content["id"], { mac });
    await closed;
    const again = await connect(content["mqtt_username"], content["mqtt_password"]);
    const gmac = mac.replaceAll(":", "");
    await again.publishAsync(`kbeacon/publish/${gmac}`, JSON.stringify({ msg: "alive", gmac, ver: "V9" }), { qos: 1 });
    const shown = await until(
      () => read(content["id"]),
      ({ firmware }) => firmware !== null,
    );
    expect(shown).toMatchObject({ firmware: "V9", mac, status: "online" });
  });

  test("a gateway's height is changed only with the right to set elevations, and seen only by those who may read heights", async () => {
    const as = await tokenWith(pulse, customer, ["hardware_management.r", "hardware_management.u"]);
    const { content } = await make();
    expect(codeOf(await change(content["id"], { properties: { z: 4 } }, as))).toEqual([403, "operation_not_allowed"]);
    const seen = await change(content["id"], { properties: { alpha: 0.4 } }, as);
    expect(seen.status).toBe(200);
    expect(seen.content).not.toHaveProperty("elevation");
    expect(seen.content["properties"]).not.toHaveProperty("z");
  });

  test("a change of a gateway is in the audit log, without a secret", async () => {
    const { content } = await make();
    await change(content["id"], { lat: 51.99 });
    const { content: entries, text } = await call(pulse, "GET", `audit?entity_id=${String(content["id"])}`, { token });
    expect(entries).toMatchObject([
      { action: "update", entity: { kind: "hardware" }, changes: [{ field: "lat", before: 51.9, after: 51.99 }] },
      { action: "create" },
    ]);
    expect(text).not.toContain(String(content["mqtt_password"]));
  });
});

test("a deleted gateway is disconnected, cannot come back, and frees its name and MAC", async () => {
  const { content } = await make();
  const client = await connect(content["mqtt_username"], content["mqtt_password"]);
  const closed = closing(client);
  const gone = await call(pulse, "DELETE", `hardwares/${String(content["id"])}`, { token });
  expect([gone.status, gone.content]).toEqual([200, { id: content["id"] }]);
  await closed;
  await expect(connect(content["mqtt_username"], content["mqtt_password"])).rejects.toThrow(/password/);
  for (const method of ["GET", "DELETE"])
    expect((await call(pulse, method, `hardwares/${String(content["id"])}`, { token })).status).toBe(404);
  expect((await make({ name: content["name"], mac: content["mac"] })).status).toBe(201);
});

test("a mobile gateway is visible only with the right to read mobile gateways, and changing it needs more", async () => {
  const { content } = await make({ hardware_type_id: types.get("MOBILE") });
  const rights = (["r", "c", "u", "d"] as const).map((letter): Right => `hardware_management.${letter}`);
  const without = await tokenWith(pulse, customer, rights);
  const reading = await tokenWith(pulse, customer, [...rights, "mobile_gateway.r"]);
  const path = `hardwares/${String(content["id"])}`;
  const listed = async (as: string) =>
    (await call(pulse, "GET", `hardwares?site_id=${site.id}`, { token: as })).content.some(
      ({ id }) => id === content["id"],
    );
  expect([await listed(without), await listed(reading)]).toEqual([false, true]);
  expect((await call(pulse, "GET", path, { token: without })).status).toBe(404);
  expect((await call(pulse, "GET", path, { token: reading })).status).toBe(200);
  expect((await call(pulse, "DELETE", path, { token: reading })).status).toBe(403);
  expect((await make({ hardware_type_id: types.get("MOBILE") }, reading)).status).toBe(403);
});
