import fc from "fast-check";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { csvLine, zonedTime } from "../../platform/http/csv.ts";
import { placeCells } from "../../pipeline/history/placeCells.ts";
import { locationText, type Places } from "../../pipeline/places/places.ts";
import { positionTable } from "./positionTable.ts";
import { reportRowsRepository } from "./reportRows.repository.ts";
import type { ListedReport } from "./reports.repository.ts";
import { months } from "../../../test/support/coldMonths.ts";

const { db, reset } = await testDatabase();
beforeEach(() => reset());

const id = (nth: number): string => `01990000-0000-7000-8000-${String(nth).padStart(12, "0")}`;
const [site, customer, asset, tracker, gone] = [id(1), id(2), id(3), id(4), id(5)];
// From 2038 on, seconds as numbers have a bit less for their fractions than milliseconds need.
const start = new Date("2038-10-20T00:00:00Z");
const end = new Date("2038-10-30T00:00:00Z");

/** Two floors, one of them with a name that looks like a formula. */
const places: Places = {
  sections: (floorId) =>
    floorId === null
      ? []
      : [
          { kind: "building", id: id(9), name: "Hall, north" },
          { kind: "floor", id: floorId, name: floorId === id(6) ? "-1" : '"Top"' },
        ],
  location: (floorId, room = null) => locationText(places.sections(floorId), room),
  buildingId: () => null,
  gateway: (gatewayId) => (gatewayId === id(8) ? { guid: id(8), name: "@G-1" } : null),
};

test("a line of a position file equals that of its values when each is read and written separately", async () => {
  const mqtt = (name: string) => ({ mqtt_username: name, mqtt_secret_hash: "x" });
  const of = { customer_id: customer, site_id: site };
  await db
    .insertInto("customers")
    .values({ id: customer, guid: customer, name: "C", customer_code: "C", ...mqtt("c") })
    .execute();
  await db
    .insertInto("sites")
    .values({ id: site, guid: site, customer_id: customer, name: "S", lat: 0, lon: 0, ...mqtt("s") })
    .execute();
  await db
    .insertInto("assets")
    .values({ id: asset, guid: asset, ...of, name: "=1+1", type: "Cart" })
    .execute();
  await db
    .insertInto("trackers")
    .values({ id: tracker, guid: tracker, mqtt_guid: tracker, ...of, name: "T,1", type: "KKM", mac: "M", ...mqtt("t") })
    .execute();

  // Exponents, signs and the last digit are where PostgreSQL's text of a number differs from JavaScript's.
  const numbers = fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true }), { numRuns: 150, seed: 1 });
  const degrees = fc.sample(fc.double({ min: -180, max: 180, noNaN: true }), { numRuns: 150, seed: 2 });
  const odd = [0, -0, 1e-7, 0.00001, -0.00005, 0.0001, 1e15, 123456789012345680, 1e21, 5e-324, 0.1, 59.00000000000001];
  const small = [null, 1.2, 0, -3.5, 0.1, 1e-5];
  const values = [...numbers, ...degrees, ...odd];
  await db
    .insertInto("positions")
    .values(
      values.map((value, nth) => ({
        tracker_id: nth % 7 === 0 ? gone : tracker,
        asset_id: asset,
        site_id: site,
        // Whole milliseconds, and to the microsecond.
        ts: sql<Date>`${start}::timestamptz + make_interval(secs => ${nth * 60.001 + (nth % 2) * 1e-6 * nth})`,
        end_ts: sql<Date>`${start}::timestamptz + make_interval(secs => ${nth * 60 + 30.0005 + nth / 1e6})`,
        floor_id: [null, id(6), id(7)][nth % 3]!,
        lat: value,
        lon: -value,
        elevation: small[nth % small.length]!,
        accuracy: Math.fround(Math.abs(degrees[nth % degrees.length]!)),
        accuracy_outer: 3,
        mechanism: "TRILATERATED" as const,
        moving: true,
        nearest_hardware_id: [null, id(8)][nth % 2]!,
        nearest_dis: null,
        room_id: nth % 5 === 0 ? id(10) : null,
        room_name: [null, "Room 1", "", 'A\ttab; a "quote"\nand a line\\', "Fjällräven 東"][
          nth % 5 === 0 ? (nth / 5) % 5 : 1
        ]!,
        room_probability: nth % 11 === 0 ? null : 0.5,
        shown: true,
      })),
    )
    .execute();

  const report = { site_id: site, start_at: start, end_at: end, is_newest_first: false, site_name: "S" };
  const time = zonedTime("Europe/Berlin");
  for (const sees_elevation of [true, false]) {
    const table = positionTable(reportRowsRepository(db, months), places, {
      ...report,
      kind: "asset-history",
      sees_elevation,
    } as ListedReport);
    let text = csvLine(table.columns, time);
    for await (const turn of table.turns(time)) text += turn.lines.toString();

    const stored = await db.selectFrom("positions").selectAll().orderBy("end_ts").orderBy("tracker_id").execute();
    const plain = stored.map((row) => {
      const at: Record<string, string | number | Date | null> = {
        asset_name: "=1+1",
        asset_type: "Cart",
        tracker_name: row.tracker_id === gone ? null : "T,1",
        tracker_mac: row.tracker_id === gone ? null : "M",
        ...placeCells(row, places),
        start_timestamp: row.ts,
        end_timestamp: row.end_ts,
        duration_s: Math.round((row.end_ts.getTime() - row.ts.getTime()) / 1000),
      };
      return csvLine(
        table.columns.map((column) => at[column]!),
        time,
      );
    });
    expect(plain).toHaveLength(values.length);
    expect(text).toBe(csvLine(table.columns, time) + plain.join(""));
  }
});
