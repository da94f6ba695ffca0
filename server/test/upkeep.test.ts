import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventsRepository } from "../src/platform/events/events.repository.ts";
import type { WriteTransaction } from "../src/platform/writes/record.ts";
import { call } from "./support/api.ts";
import { aCustomer, aSite, aToken } from "./support/builders.ts";
import { testDatabase } from "./support/database.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

const dayMs = 24 * 3600_000;
let pulse: TestPulse;

beforeAll(async () => {
  const { db, reset } = await testDatabase();
  await reset();
  // A job that an earlier file's product did not finish would be left alone for a minute, as if somebody were at it.
  await sql`drop schema if exists pgboss cascade`.execute(db);
  for (const days of [1, 10_000])
    await db
      .insertInto("positions")
      .values({
        tracker_id: uuidv7(),
        ts: new Date(Date.now() - days * dayMs),
        end_ts: new Date(Date.now() - days * dayMs),
        asset_id: null,
        site_id: uuidv7(),
        floor_id: null,
        lat: 0,
        lon: 0,
        elevation: null,
        accuracy: 1,
        accuracy_outer: 2,
        mechanism: "GPS",
        moving: false,
        nearest_hardware_id: null,
        nearest_dis: null,
        shown: true,
      })
      .execute();
  // Sums of hours of the same age.
  const customer = await aCustomer({ db });
  const site = await aSite({ db }, customer);
  for (const days of [1, 10_000])
    await db
      .insertInto("site_heat")
      .values({
        site_id: site.id,
        hour: new Date(Math.floor((Date.now() - days * dayMs) / 3_600_000) * 3_600_000),
        floor_id: null,
        cells: new Uint8Array(),
      })
      .execute();
  await eventsRepository(db).append(db as WriteTransaction, [
    {
      record: { kind: "site", action: "create", customerId: customer.id, entity: { id: site.id, name: "Old" } },
      person: null,
      atMs: Date.now() - 10_000 * dayMs,
    },
  ]);
  pulse = await testPulse({ PULSE_KEEP_POSITIONS_DAY: "400", PULSE_KEEP_EVENTS_DAY: "400" }, { keep: true });
});
afterAll(() => pulse.stop());

test("old positions are deleted soon after a start, whatever the hour", async () => {
  const rows = () => pulse.db.selectFrom("positions").select("ts").execute();
  await expect.poll(async () => (await rows()).length, { timeout: 30_000 }).toBe(1);
  expect((await rows())[0]!.ts.getTime()).toBeGreaterThan(Date.now() - 2 * dayMs);
});

test("old events are deleted, too, and readers with a cursor continue with new ones", async () => {
  const token = await aToken(pulse, null, null);
  const read = (after: string) => call(pulse, "GET", `events?after=${after}&kinds=site`, { token });
  await expect.poll(async () => (await read("0")).content.length, { timeout: 30_000 }).toBe(0);
  const { metadata } = await read("0");
  const customer = await aCustomer(pulse);
  const body = { name: "New", customer_id: customer.id, lat: 1, lon: 2 };
  expect((await call(pulse, "POST", "sites", { token, body })).status).toBe(201);
  const { content } = await read(String(metadata["next"]));
  expect(content.map(({ entity }) => (entity as { name: string }).name)).toEqual(["New"]);
});

test("hourly sums are deleted with the positions they were made from", async () => {
  const hours = () => pulse.db.selectFrom("site_heat").select("hour").execute();
  await expect.poll(async () => (await hours()).length, { timeout: 30_000 }).toBe(1);
});
