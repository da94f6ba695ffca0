import { expect, test } from "vitest";
import { importColumns, mapHeaders } from "./importHeaders.ts";

const columnsOf = (noun: keyof typeof importColumns, headers: readonly string[]) =>
  mapHeaders(noun, headers).map(({ column }) => column);

test.each([
  ["assets", ["Name", "Type", "External ID", "Description", "Tracker MAC"]],
  ["assets", ["BEZEICHNUNG", " Typ ", "Inventar-Nr.", "Bemerkung", "MAC-Adresse"]],
  ["trackers", ["Tracker name", "typ", "MAC address", "Serien\u00A0Nr.", "Asset"]],
  ["hardwares", ["Gateway", "Typ", "MAC", "Gebäude", "Stockwerk", "Breitengrad", "Längengrad", "Höhe (m)"]],
] as const)("headers of %s are known in any case, spacing and language: %j", (noun, headers) => {
  expect(columnsOf(noun, headers)).toEqual(importColumns[noun].slice(0, headers.length));
});

test("a header that is unknown or double is taken for nothing, and its own name goes before another one", () => {
  expect(mapHeaders("assets", ["mac", "name", "Colour", "tracker_mac", "NAME", ""])).toEqual([
    { header: "mac", column: null, note: "double" },
    { header: "name", column: "name", note: null },
    { header: "Colour", column: null, note: "unknown" },
    { header: "tracker_mac", column: "tracker_mac", note: null },
    { header: "NAME", column: null, note: "double" },
    { header: "", column: null, note: null },
  ]);
});

test("no header stands for two columns of the same file", () => {
  for (const noun of ["assets", "trackers", "hardwares"] as const)
    expect(columnsOf(noun, importColumns[noun])).toEqual([...importColumns[noun]]);
});
