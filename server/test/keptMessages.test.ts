import { connectAsync } from "mqtt";
import pino from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, anAsset, aSite, type TestAsset, type TestGateway } from "./support/builders.ts";
import { whileHistoryIsRefused } from "./support/databaseRefusing.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Device messages while the database does not accept their results.
let pulse: TestPulse;
let gateway: TestGateway;
let asset: TestAsset;
const lines: { msg: string; positions?: number; sightings?: number; log?: string }[] = [];
const log = pino({ level: "warn" }, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
const start = (keep = false): Promise<TestPulse> => testPulse({ PULSE_LOG_MAX_MB: "64" }, { log, keep });

beforeEach(async () => {
  pulse = await start();
  const customer = await aCustomer(pulse);
  const site = await aSite(pulse, customer);
  gateway = await aGateway(pulse, customer, site, { x: 10, y: 10 });
  asset = await anAsset(pulse, customer, site);
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  lines.length = 0;
});
afterEach(() => pulse.stop());

const post = (pad = "") =>
  call(pulse, "POST", "ingest/scans", {
    headers: { authorization: `Basic ${Buffer.from(`${gateway.username}:${gateway.password}`).toString("base64")}` },
    body: { msg: "scan", adverts: [{ mac: asset.mac, rssi: -60 }], pad },
  });
async function publish(pad = ""): Promise<"acknowledged" | "hung up"> {
  const { username, password, mqttGuid } = gateway;
  const client = await connectAsync(pulse.mqttUrl, { username, password, reconnectPeriod: 0 });
  const said = JSON.stringify({ msg: "scan", adverts: [{ mac: asset.mac, rssi: -60 }], pad });
  const gone = new Promise<"hung up">((resolve) => client.once("close", () => resolve("hung up")));
  const sent = client.publishAsync(`pulse/v1/gateways/${mqttGuid}/up`, said, { qos: 1 });
  const answer = await Promise.race([gone, sent.then(() => "acknowledged" as const)]);
  client.end(true);
  return answer;
}
async function counted(): Promise<number> {
  const rows = await pulse.db
    .selectFrom("sightings")
    .select("count")
    .where("tracker_id", "=", asset.trackerId)
    .execute();
  return rows.reduce((sum, { count }) => sum + count, 0);
}
const stored = () => pulse.db.selectFrom("positions").selectAll().where("tracker_id", "=", asset.trackerId).execute();

test("stopping without the database reports what messages are left and where, and the next start processes them", async () => {
  expect((await post()).status).toBe(202);
  await pulse.settled();
  await expect.poll(async () => (await stored()).length).toBe(1);
  const { db } = pulse;
  await whileHistoryIsRefused(db, async () => {
    for (let nth = 0; nth < 5; nth++) expect((await post()).status).toBe(202);
    expect(await publish()).toBe("acknowledged");
    await pulse.settled();
    await pulse.stop();
  });
  const line = lines.find(({ msg }) => msg.includes("does not accept"))!;
  expect(line.msg).toContain(`${line.sightings} sightings`);
  expect(line.msg).toContain(line.log);
  expect(line.log).toMatch(/\/log$/);
  expect(line.sightings).toBeGreaterThan(0);

  pulse = await start(true);
  await pulse.settled();
  await pulse.stop();
  expect(await counted()).toBe(7);
  pulse = await start(true);
  await pulse.settled();
  await pulse.stop();
  expect(await counted()).toBe(7);
  const rows = await stored();
  expect(rows.length).toBeGreaterThan(0);
  for (const [nth, row] of rows.entries())
    expect(nth === 0 || row.ts.getTime() > rows[nth - 1]!.end_ts.getTime()).toBe(true);
});

test("a full message log refuses messages without losing any, and accepts them again once the database does", async () => {
  const pad = "x".repeat(1_000_000);
  let taken = 0;
  await whileHistoryIsRefused(pulse.db, async () => {
    for (;;) {
      const { status, headers, content } = await post(pad);
      if (status === 202) {
        taken++;
        continue;
      }
      expect([status, content["code"]]).toEqual([503, "service_unavailable"]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      break;
    }
    expect(taken).toBeGreaterThan(50);
    // Shorter messages may still find room, over MQTT as well.
    const answers = [];
    while (answers.at(-1) !== "hung up") answers.push(await publish("x".repeat(200_000)));
    taken += answers.length - 1;
    const { text } = await call(pulse, "GET", "/metrics");
    expect(text).toMatch(/pulse_ingest_total\{outcome="refused_not_kept"\} [1-9]/);
    expect(Number(/pulse_buffer_bytes\{buffer="log"\} (\S+)/.exec(text)![1])).toBeGreaterThan(60_000_000);
  });
  await expect.poll(async () => (await post()).status, { timeout: 30_000 }).toBe(202);
  taken++;
  await pulse.settled();
  await pulse.stop();
  expect(await counted()).toBe(taken);
});
