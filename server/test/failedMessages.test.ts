import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { type Answer, call } from "./support/api.ts";
import {
  aCustomer,
  aGateway,
  anAsset,
  aSite,
  aToken,
  type TestAsset,
  type TestGateway,
  type TestSite,
} from "./support/builders.ts";
import { testClock } from "./support/radio.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// A message whose processing throws, which is a fault of ours: it is set aside, and nobody else waits.
const clock = testClock();
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let gateway: TestGateway;
let asset: TestAsset;
let superadmin: string;
/** Messages with this text cannot be processed; null: all can. */
let poison: string | null = null;

beforeAll(async () => {
  pulse = await testPulse(
    {},
    {
      now: clock.now,
      breakWork: ({ payload }) => {
        if (poison !== null && new TextDecoder().decode(payload).includes(poison)) throw new Error("planted fault");
      },
    },
  );
  customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  superadmin = await aToken(pulse, null, null);
});
beforeEach(async () => {
  gateway = await aGateway(pulse, customer, site, { x: 2, y: 2 });
  asset = await anAsset(pulse, customer, site);
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  await sql`delete from failed_messages`.execute(pulse.db);
  poison = null;
});
afterAll(() => pulse.stop());

const patience = { timeout: 60_000, interval: 50 };

const scan = async (marker: string): Promise<void> => {
  const authorization = `Basic ${Buffer.from(`${gateway.username}:${gateway.password}`).toString("base64")}`;
  const body = { msg: "scan", marker, adverts: [{ mac: asset.mac, rssi: -61 }] };
  expect(await call(pulse, "POST", "ingest/scans", { headers: { authorization }, body })).toMatchObject({
    status: 202,
  });
};
const failed = async () =>
  (await call(pulse, "GET", "failed-messages", { token: superadmin })).content as unknown as Record<string, unknown>[];
const replay = (id: unknown): Promise<Answer> =>
  call(pulse, "POST", `failed-messages/${String(id)}/replay`, { token: superadmin });
/** When the tracker was sighted, in order. */
const sighted = async (): Promise<number[]> => {
  const { rows } = await sql<{ ts: Date }>`
    select ts from sightings where tracker_id = ${asset.trackerId} order by ts`.execute(pulse.db);
  return rows.map(({ ts }) => Math.floor(ts.getTime() / 10_000));
};

test("a message that cannot be processed is set aside with its reason and counted, and those behind it are processed", async () => {
  poison = "bitter";
  await scan("bitter");
  clock.advance(20_000);
  await scan("sweet");
  await pulse.settled();
  expect(await failed()).toMatchObject([
    {
      customer_id: customer.id,
      site_id: site.id,
      sender: { kind: "gateway", id: gateway.id },
      topic: "POST ingest/scans",
      payload: expect.stringContaining(asset.mac) as string,
      tries: 1,
      reason: "planted fault",
    },
  ]);
  const { text } = await call(pulse, "GET", "/metrics");
  expect(text).toContain('pulse_failed_messages_total{outcome="set_aside"} 1');
  await vi.waitFor(async () => {
    clock.advance(1_000);
    expect(await sighted()).toHaveLength(1);
  }, patience);
});

test("a message that is tried again counts at the time at which it arrived, and is no longer among the failed ones", async () => {
  poison = "bitter";
  const arrived = Math.floor(clock.now() / 10_000);
  await scan("bitter");
  await pulse.settled();
  const [message] = await failed();
  clock.advance(120_000);
  // It still fails.
  expect((await replay(message!["id"])).status).toBe(202);
  await vi.waitFor(async () => expect(await failed()).toMatchObject([{ id: message!["id"], tries: 2 }]), patience);
  poison = null;
  expect((await replay(message!["id"])).status).toBe(202);
  await vi.waitFor(async () => expect(await failed()).toEqual([]), patience);
  await vi.waitFor(async () => {
    clock.advance(1_000);
    expect(await sighted()).toEqual([arrived]);
  }, patience);
  const audited = await pulse.db
    .selectFrom("audit_entries")
    .select("changes")
    .where("entity_id", "=", gateway.id)
    .execute();
  const change = { field: "failed_message", before: null, after: message!["id"] };
  expect(audited).toEqual([{ changes: [change] }, { changes: [change] }]);
  expect((await replay(message!["id"])).status).toBe(404);
});

test("a failed message can be deleted, which is in the audit log", async () => {
  poison = "bitter";
  await scan("bitter");
  await pulse.settled();
  const [message] = await failed();
  const path = `failed-messages/${String(message!["id"])}`;
  expect((await call(pulse, "DELETE", path, { token: superadmin })).status).toBe(200);
  expect(await failed()).toEqual([]);
  expect((await call(pulse, "DELETE", path, { token: superadmin })).status).toBe(404);
});

test("only superadmins see, replay and delete failed messages", async () => {
  poison = "bitter";
  await scan("bitter");
  await pulse.settled();
  const [message] = await failed();
  const administrator = await aToken(pulse, customer, "Administrator");
  const path = `failed-messages/${String(message!["id"])}`;
  for (const [method, of] of [
    ["GET", "failed-messages"],
    ["POST", `${path}/replay`],
    ["DELETE", path],
  ] as const)
    expect((await call(pulse, method, of, { token: administrator })).status).toBe(403);
  expect(await failed()).toHaveLength(1);
});
