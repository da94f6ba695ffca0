import { describe, expect, it } from "vitest";
import { countsOf, filterRows, noFilter, sortRows } from "./assetFilter.ts";
import type { AssetRow } from "./assetRows.ts";

const row = (identifier: string, changes: Partial<AssetRow> = {}): AssetRow => ({
  guid: identifier,
  type: "Pallet jack",
  identifier,
  name: `Pallet jack ${identifier}`,
  status: "still",
  attention: null,
  attentionSinceMs: 0,
  stableAttention: null,
  floorId: "1",
  place: changes.places ?? null,
  places: "",
  fences: "",
  nearest: "G-05",
  lowBattery: null,
  ...changes,
});
/** By name, as the table gives them. */
const rows = [
  row("PJ-2", { status: "moving" }),
  row("PJ-10"),
  row("SC-1", {
    type: "Scanner",
    name: "Scanner SC-1",
    status: "never",
    nearest: null,
    places: "Tower Ground floor Kühlraum",
  }),
  row("TT-1", { type: "Tote", name: "Tote TT-1", status: "stale", lowBattery: 7 }),
];
const names = (list: readonly AssetRow[]): string[] => list.map(({ identifier }) => identifier);

describe("filtering", () => {
  it("the filter finds all words in any order, by name, type or place, without case or accents", () => {
    const find = (text: string): string[] => names(filterRows(rows, { ...noFilter, text }).rows);
    expect(find("10 jack")).toEqual(["PJ-10"]);
    expect(find("kuhl")).toEqual(["SC-1"]);
    expect(find("g-05 tote")).toEqual(["TT-1"]);
    expect(find("  ")).toHaveLength(4);
    expect(find("nothing like it")).toEqual([]);
  });

  it("the filter finds assets by floor and building too", () => {
    const find = (text: string): string[] => names(filterRows(rows, { ...noFilter, text }).rows);
    expect(find("ground")).toEqual(["SC-1"]);
    expect(find("tower scanner")).toEqual(["SC-1"]);
  });

  it("the filter allows one wrong letter in a word, but only where nothing matches exactly", () => {
    const find = (text: string): string[] => names(filterRows(rows, { ...noFilter, text }).rows);
    const near = ["scanmer", "scaner", "scannner", "sacnner", "xcanner", "kühlruam", "sacn"];
    expect(near.filter((typed) => find(typed).join() !== "SC-1")).toEqual([]);
    expect(find("pallett jakc 10")).toEqual(["PJ-10"]);
    expect(find("jack")).toEqual(["PJ-2", "PJ-10"]);
    // Two wrong letters, a wrong digit, and a word too short to guess.
    expect(["sacner", "pj-3", "jac-"].filter((typed) => find(typed).length > 0)).toEqual([]);
    expect(find("pjk")).toEqual([]);
  });

  it("the filter counts for each chip what it would leave of the other filters' rows", () => {
    expect(filterRows(rows, { ...noFilter, chip: "moving" }).counts).toEqual({
      all: 4,
      moving: 1,
      still: 1,
      stale: 1,
      lowBattery: 1,
    });
    expect(filterRows(rows, { ...noFilter, type: "Tote" }).counts.all).toBe(1);
  });

  it("the filter shows low batteries of any state under their chip", () => {
    expect(names(filterRows(rows, { ...noFilter, chip: "lowBattery" }).rows)).toEqual(["TT-1"]);
  });
});

describe("sorting", () => {
  it("the list puts low batteries first, then stale ones, and all others by name whether they move or not", () => {
    const mixed = [
      row("A", { status: "moving" }),
      row("B", { status: "never" }),
      row("C"),
      row("D", { status: "stale", stableAttention: "stale" }),
      row("E", { status: "moving" }),
      row("F", { lowBattery: 7, stableAttention: "lowBattery" }),
    ];
    expect(names(sortRows(mixed, "attention"))).toEqual(["F", "D", "A", "B", "C", "E"]);
  });

  it("the list keeps an asset in its place until what it needs has lasted", () => {
    const restless = [row("PJ-2"), row("PJ-10", { status: "stale", attention: "stale" })];
    expect(names(sortRows(restless, "attention"))).toEqual(["PJ-2", "PJ-10"]);
  });

  it("the list keeps names in order, alone and within a type", () => {
    expect(names(sortRows(rows, "name"))).toEqual(["PJ-2", "PJ-10", "SC-1", "TT-1"]);
    const mixed = [row("A", { type: "Tote" }), row("B", { type: "Pump" }), row("C", { type: "Tote" })];
    expect(names(sortRows(mixed, "type"))).toEqual(["B", "A", "C"]);
  });
});

it("the filter finds assets in a geofence, and counts types and geofences by name", () => {
  const inside = [
    row("PJ-1", { fences: "1\tDock\n2\tYard" }),
    row("PJ-2", { fences: "2\tYard" }),
    row("TT-1", { type: "Tote", fences: "1\tDock\n2\tYard" }),
    row("TT-2", { type: "Tote" }),
  ];
  expect(names(filterRows(inside, { ...noFilter, fence: "1" }).rows)).toEqual(["PJ-1", "TT-1"]);
  expect(filterRows(inside, { ...noFilter, fence: "1", type: "Tote" }).counts.all).toBe(1);
  const { types, fences } = countsOf(inside);
  expect([...types]).toEqual([
    ["Pallet jack", 2],
    ["Tote", 2],
  ]);
  expect([...fences]).toEqual([
    ["1", { name: "Dock", count: 2 }],
    ["2", { name: "Yard", count: 3 }],
  ]);
});
