import fc from "fast-check";
import { expect, test } from "vitest";
import type { Row } from "../format.ts";
import { packRows, unpackRows } from "./packedRows.ts";

const throughFile = (rows: readonly Row[]): Row[] =>
  unpackRows(JSON.parse(JSON.stringify(packRows(rows))) as ReturnType<typeof packRows>);

const position = fc.record({
  timestamp: fc.integer({ min: 0, max: 2_000_000_000_000 }).map((ms) => new Date(ms).toISOString()),
  lat: fc.integer({ min: -900_000_000, max: 900_000_000 }).map((parts) => parts / 1e7),
  rssi: fc.integer({ min: -1000, max: 0 }).map((tenths) => tenths / 10),
  location: fc.constantFrom("Hall", "Office", null),
  moving: fc.boolean(),
  room: fc.option(fc.record({ name: fc.string(), probability: fc.constantFrom(0.5, 1) }), { nil: null }),
  sections: fc.array(fc.record({ name: fc.string() }), { maxLength: 3 }),
});

test("rows come back as they were packed", () => {
  fc.assert(
    fc.property(fc.array(position), (rows) => {
      expect(throughFile(rows)).toEqual(rows);
    }),
  );
});

test("a key that only some rows have comes back in those alone", () => {
  const rows: Row[] = [{ a: 1 }, {}, { a: null, b: { c: 1 } }, { b: { c: 2 } }];
  expect(throughFile(rows)).toEqual(rows);
});

test("a number has at most seven digits behind the point, a hundredth of a metre in degrees", () => {
  const rows = Array.from({ length: 20 }, (_, nth): Row => ({ lat: 53.123_456_78 + nth }));
  expect(throughFile(rows)[0]).toEqual({ lat: 53.123_456_8 });
});

test("what is the same in all rows is written once", () => {
  const rows = Array.from({ length: 100 }, (): Row => ({ tracker_id: "01a228ec-58f6-7643-9d4d-91b3e42dddd8" }));
  expect(JSON.stringify(packRows(rows)).length).toBeLessThan(150);
});

test("no rows are packed to no rows", () => {
  expect(throughFile([])).toEqual([]);
});
