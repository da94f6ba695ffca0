import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { reportRowsRepository } from "./reportRows.repository.ts";
import { staysInOrder } from "./staysInOrder.ts";
import { months } from "../../../test/support/coldMonths.ts";

const { db, reset } = await testDatabase();
beforeEach(() => reset());

const id = (nth: number): string => `01990000-0000-7000-8000-${String(nth).padStart(12, "0")}`;
const [site, customer] = [id(1), id(2)];
const startMs = Date.UTC(2026, 9, 20);
const minuteMs = 60_000;
const at = (minute: number): Date => new Date(startMs + minute * minuteMs);

/** Three carts; each one's stays follow each other, most without a gap, so that many end where a part ends. */
async function things(stays: readonly { minutes: number; gap: number }[]): Promise<void> {
  const mqtt = (name: string) => ({ mqtt_username: name, mqtt_secret_hash: "x" });
  const of = { customer_id: customer, site_id: site };
  const own = (own_id: string) => ({ id: own_id, guid: own_id });
  await db
    .insertInto("customers")
    .values({ ...own(customer), name: "C", customer_code: "C", ...mqtt("c") })
    .execute();
  await db
    .insertInto("sites")
    .values({ ...own(site), customer_id: customer, name: "S", lat: 0, lon: 0, ...mqtt("s") })
    .execute();
  for (const nth of [10, 11, 12]) {
    const [asset, tracker] = [id(nth), id(nth + 10)];
    const name = String(nth);
    await db
      .insertInto("assets")
      .values({ ...own(asset), ...of, name, type: "Cart" })
      .execute();
    await db
      .insertInto("trackers")
      .values({ ...own(tracker), mqtt_guid: tracker, ...of, name, type: "KKM", mac: name, ...mqtt(name) })
      .execute();
    await db
      .insertInto("links")
      .values({ id: id(nth + 20), asset_id: asset, tracker_id: tracker, linked_at: at(0), linked_by: "test" })
      .execute();
    let from = -100;
    const rows = stays.slice(nth).map(({ minutes, gap }) => {
      const row = { tracker_id: tracker, asset_id: asset, ts: at(from + gap), end_ts: at(from + gap + minutes) };
      from += gap + minutes;
      return { ...row, site_id: site, lat: 1, lon: 1, accuracy: 1, accuracy_outer: 3, moving: true };
    });
    await db
      .insertInto("positions")
      .values(rows.map((row) => ({ ...row, mechanism: "TRILATERATED" as const, shown: true })))
      .execute();
  }
}

test("ordered reading gives each stay of a span once and in order, both ways, wherever parts begin and end", async () => {
  const stay = fc.record({ minutes: fc.integer({ min: 1, max: 40 }), gap: fc.constantFrom(1, 1, 1, 5, 300) });
  await things(fc.sample(stay, { numRuns: 150, seed: 3 }).map((one, nth) => ({ ...one, gap: nth % 3 ? 0 : one.gap })));
  const stored = reportRowsRepository(db, months);
  let told = 0;
  for (const [from, to] of [
    [0, 3000],
    [10, 11],
    [24, 24],
    [-5000, 9000],
  ] as const)
    for (const isNewestFirst of [false, true]) {
      const span = { start: at(from), end: at(to) };
      const found: string[] = [];
      for await (const { rows } of staysInOrder(stored, site, span, isNewestFirst))
        found.push(...rows.map((row) => `${row.things.other} ${row.start_s} ${row.end_s}`));
      const plain = await db
        .selectFrom("positions")
        .selectAll()
        .where("end_ts", ">=", span.start)
        .where("ts", "<=", span.end)
        .orderBy("end_ts", isNewestFirst ? "desc" : "asc")
        .orderBy("tracker_id")
        .orderBy("ts")
        .execute();
      const wanted = plain.map((row) => `${row.tracker_id} ${row.ts.getTime() / 1000} ${row.end_ts.getTime() / 1000}`);
      expect(found).toEqual(wanted);
      told += wanted.length;
    }
  expect(told).toBeGreaterThan(800);
});
