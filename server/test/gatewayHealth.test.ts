import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { persistedHealth } from "../src/pipeline/ingest/persistedHealth.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, anAsset, aSite, aToken, type TestGateway, type TestSite } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let token: string;
let nowMs = Date.now();
const clients: MqttClient[] = [];

beforeAll(async () => {
  pulse = await testPulse({}, { now: () => nowMs });
  customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  await anAsset(pulse, customer, site);
  token = await aToken(pulse, customer, "Administrator", { devTools: true });
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.endAsync(true))));
afterAll(() => pulse.stop());

async function gateways(count: number): Promise<TestGateway[]> {
  const made: TestGateway[] = [];
  for (let x = 0; x < count; x++) made.push(await aGateway(pulse, customer, site, { x, y: 1 }));
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  return made;
}

async function connect({ username, password }: TestGateway): Promise<MqttClient> {
  const client = await connectAsync(pulse.mqttUrl, { username, password, reconnectPeriod: 0 });
  client.on("error", () => undefined);
  clients.push(client);
  return client;
}

const text = (obj: unknown[], gmac: string) => JSON.stringify({ msg: "advData", gmac, obj });
const advert = (time?: string, rssi = -60) => ({ type: 4, dmac: "DD34000000FF", rssi, time });
/** Zoneless, as KKM writes it. */
const timeAt = (atMs: number) => new Date(atMs).toISOString().slice(0, 19).replace("T", " ");

async function say(client: MqttClient, { gmac }: TestGateway, obj: unknown[] = [], named = gmac): Promise<void> {
  await client.publishAsync(`kbeacon/publish/${gmac}`, text(obj, named), { qos: 1 });
}

/** What the API shows about a gateway once everything is processed. */
async function shown({ id }: TestGateway): Promise<{ health: unknown; diagnostics: Record<string, unknown> }> {
  await pulse.settled();
  const { content } = await call(pulse, "GET", `hardwares/${id}`, { token });
  return { health: content["health"], diagnostics: content["diagnostics"] as Record<string, unknown> };
}

test("messages above a gateway's limit are dropped and counted, and other gateways are not affected", async () => {
  const [loud, quiet] = (await gateways(2)) as [TestGateway, TestGateway];
  const [flood, calm] = [await connect(loud), await connect(quiet)];
  const sent = Array.from({ length: 600 }, () => say(flood, loud));
  for (let nth = 0; nth < 20; nth++) await say(calm, quiet);
  await Promise.all(sent);

  expect(await shown(loud)).toMatchObject({ health: ["throttled"], diagnostics: { messages: 200, throttled: 400 } });
  expect(await shown(quiet)).toMatchObject({ health: [], diagnostics: { messages: 20, throttled: 0 } });
  const { text: metrics } = await call(pulse, "GET", "/metrics");
  expect(metrics).toContain('pulse_ingest_total{outcome="throttled"} 400');

  const authorization = `Basic ${Buffer.from(`${loud.username}:${loud.password}`).toString("base64")}`;
  const post = () => call(pulse, "POST", "ingest/scans", { headers: { authorization }, body: text([], loud.gmac) });
  const refused = await post();
  expect([refused.status, refused.headers.get("retry-after"), refused.content["code"]]).toEqual([
    429,
    "1",
    "too_many_requests",
  ]);
  nowMs += 1000;
  expect((await post()).status).toBe(202);
  const { content } = await call(pulse, "GET", `hardwares?site_id=${site.id}&health=throttled`, { token });
  expect(content.map(({ id }) => id)).toEqual([loud.id]);
});

test("a gateway's wrong clock is detected in any zone, and a gateway that only waits to upload is not reported", async () => {
  const [wrong, right, slow] = (await gateways(3)) as [TestGateway, TestGateway, TestGateway];
  const hour = 3_600_000;
  await say(await connect(wrong), wrong, [advert(timeAt(nowMs + 2 * hour + 180_000))]);
  await say(await connect(right), right, [advert(timeAt(nowMs - 5 * hour))]);
  const client = await connect(slow);
  for (const agoMs of [200_000, 120_000, 2_000]) await say(client, slow, [advert(timeAt(nowMs - agoMs))]);

  const found = await shown(wrong);
  expect(found.health).toEqual(["clock_drift"]);
  expect(Math.abs(Number(found.diagnostics["clock_offset_ms"]) - 180_000)).toBeLessThanOrEqual(1000);
  expect((await shown(right)).health).toEqual([]);
  expect((await shown(slow)).health).toEqual([]);
  const { content } = await call(pulse, "GET", `hardwares/${wrong.id}/connection`, { token });
  expect(content["faults"]).toMatchObject([
    { kind: "clock", about: expect.stringMatching(/^1(79|80) s ahead$/) as string },
  ]);
});

test("a gateway's unreadable, mismatched and repeated messages are counted, and stored for the developer tools", async () => {
  const [broken, liar, twice] = (await gateways(3)) as [TestGateway, TestGateway, TestGateway];
  const client = await connect(broken);
  await client.publishAsync(`kbeacon/publish/${broken.gmac}`, "{", { qos: 1 });
  await say(await connect(liar), liar, [], broken.gmac);
  const again = await connect(twice);
  const same = [advert(timeAt(nowMs))];
  for (let nth = 0; nth < 4; nth++) await say(again, twice, same);

  expect(await shown(broken)).toMatchObject({ health: ["undecodable"], diagnostics: { undecodable: 1, messages: 0 } });
  expect(await shown(liar)).toMatchObject({ health: ["mismatched"], diagnostics: { mismatched: 1, messages: 0 } });
  expect(await shown(twice)).toMatchObject({ health: ["duplicates"], diagnostics: { duplicates: 3, messages: 4 } });
  const { content } = await call(pulse, "GET", `hardwares/${liar.id}/messages`, { token });
  expect(content).toMatchObject([
    { decoded: false, error: expect.stringContaining("the message says it is from") as string },
  ]);

  // Half an hour later it is still reported, an hour later no longer.
  nowMs += 30 * 60_000;
  expect((await shown(broken)).health).toEqual(["undecodable"]);
  nowMs += 30 * 60_000;
  expect((await shown(broken)).health).toEqual([]);
});

test("a gateway silent for far longer than usual is reported with gaps", async () => {
  const [gateway] = (await gateways(1)) as [TestGateway];
  const client = await connect(gateway);
  const after = async (silentMs: number): Promise<void> => {
    nowMs += silentMs;
    await say(client, gateway);
    await pulse.settled();
  };
  for (let nth = 0; nth < 12; nth++) await after(2_000);
  for (let nth = 0; nth < 2; nth++) await after(40_000);
  expect(await shown(gateway)).toMatchObject({ health: [], diagnostics: { gaps: 2 } });
  await after(40_000);
  expect((await shown(gateway)).health).toEqual(["message_gaps"]);
});

test("two devices with the same credentials are detected, and one that reconnects is not reported", async () => {
  const [shared, alone] = (await gateways(2)) as [TestGateway, TestGateway];
  const [one, other] = [await connect(shared), await connect(shared)];
  for (const client of [one, other, one]) await say(client, shared);
  for (let nth = 0; nth < 2; nth++) await say(await connect(alone), alone);
  expect(await shown(shared)).toMatchObject({
    health: ["two_connections"],
    diagnostics: { connections: 2, messages: 3 },
  });
  expect(await shown(alone)).toMatchObject({ health: [], diagnostics: { connections: 2, messages: 2 } });
});

test("recent counts of a gateway's faults are still known after a restart", async () => {
  const [gateway] = (await gateways(1)) as [TestGateway];
  const parts = { db: pulse.db, now: () => nowMs, problem: vi.fn() };
  const before = await persistedHealth(parts);
  before.health.count(gateway.id, "undecodable", nowMs);
  // Nothing is kept about gateways that are gone.
  before.health.count("0198c1b2-0000-7000-8000-00000000000c", "undecodable", nowMs);
  nowMs += 60_000;
  await before.store(() => true);
  const { health } = await persistedHealth(parts);
  expect(health.of(gateway.id, nowMs)).toMatchObject({ undecodable: 1, messages: 0, clockOffsetMs: null });
  expect(parts.problem).not.toHaveBeenCalled();
});
