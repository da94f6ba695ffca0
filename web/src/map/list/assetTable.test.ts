import { expect, it } from "vitest";
import type { LiveAsset } from "../../live/liveStore.ts";
import { aLiveAsset } from "../../test/liveAsset.ts";
import { sortRows } from "./assetFilter.ts";
import { stableAfterMs } from "./assetRows.ts";
import { assetTable } from "./assetTable.ts";
import { staleAfterMs } from "../../mapEngine/assetStatus.ts";

const of = (...assets: LiveAsset[]) => {
  const table = assetTable();
  table.update(assets, []);
  return { table, first: table.rows(0)! };
};

it("the table of assets sorts rows by name, with numbers by value, and moves a renamed one", () => {
  const { table, first } = of(aLiveAsset("T-10"), aLiveAsset("T-9"), aLiveAsset("T-1"));
  expect(first.map(({ identifier }) => identifier)).toEqual(["T-1", "T-9", "T-10"]);
  table.update([aLiveAsset("T-9", { name: "Tote T-11" })], []);
  expect(table.rows(0)?.map(({ identifier }) => identifier)).toEqual(["T-1", "T-10", "T-11"]);
});

it("the table of assets keeps a row object while nothing in it changes, and then reports no change", () => {
  const { table, first } = of(aLiveAsset("a"), aLiveAsset("b"));
  table.update([aLiveAsset("a", { lat: 1.5, lastUpdatedMs: 10 })], []);
  expect(table.rows(20)).toBeNull();
  table.update([aLiveAsset("a", { moving: false })], []);
  const second = table.rows(20)!;
  expect(second[0]).not.toBe(first[0]);
  expect(second[1]).toBe(first[1]);
});

it("the table of assets marks a row as stale without any update of its asset", () => {
  const { table } = of(aLiveAsset("a"), aLiveAsset("b", { lastUpdatedMs: 500 }));
  expect(table.rows(staleAfterMs)).toBeNull();
  expect(table.rows(staleAfterMs + 1)?.map(({ status }) => status)).toEqual(["stale", "moving"]);
  expect(table.rows(staleAfterMs + 501)?.map(({ status }) => status)).toEqual(["stale", "stale"]);
});

it("the table of assets marks a row as fresh again once the server has said that its picture is older than was assumed", () => {
  const { table } = of(aLiveAsset("a"));
  expect(table.rows(staleAfterMs + 1)?.map(({ status }) => status)).toEqual(["stale"]);
  expect(table.rows(staleAfterMs / 2)?.map(({ status }) => status)).toEqual(["moving"]);
  expect(table.rows(staleAfterMs + 1)?.map(({ status }) => status)).toEqual(["stale"]);
});

it("the table of assets drops removed assets, and adds them again when they are back", () => {
  const { table } = of(aLiveAsset("a"), aLiveAsset("b"));
  table.update([], ["a"]);
  expect(table.rows(0)?.map(({ guid }) => guid)).toEqual(["b"]);
  table.update([aLiveAsset("a")], []);
  expect(table.rows(0)?.map(({ guid }) => guid)).toEqual(["a", "b"]);
  table.replaceAll(new Map([["c", aLiveAsset("c")]]));
  expect(table.rows(0)?.map(({ guid }) => guid)).toEqual(["c"]);
});

it("the table of assets moves an asset in the list only once it has needed attention for a while", () => {
  const { table, first } = of(aLiveAsset("a", { batteryLevel: 30 }));
  let rows = first;
  const at = (nowMs: number, batteryLevel: number): unknown[] => {
    table.update([aLiveAsset("a", { batteryLevel })], []);
    rows = table.rows(nowMs) ?? rows;
    return [rows[0]?.attention, rows[0]?.stableAttention];
  };
  expect(at(1000, 20)).toEqual(["lowBattery", null]);
  expect(at(2000, 21)).toEqual([null, null]);
  expect(at(3000, 20)).toEqual(["lowBattery", null]);
  expect(at(3000 + stableAfterMs - 1, 20)).toEqual(["lowBattery", null]);
  rows = table.rows(3000 + stableAfterMs)!;
  expect(rows[0]?.stableAttention).toBe("lowBattery");
});

it("the list keeps the order of things that start and stop all the time", () => {
  const charged = { batteryLevel: 90, moving: false };
  const { table } = of(aLiveAsset("a", charged), aLiveAsset("b", charged));
  const orders = new Set<string>();
  for (let nowMs = 1_000; nowMs <= 300_000; nowMs += 1_000) {
    const moving = Math.floor(nowMs / 20_000) % 2 === 0;
    const now = { batteryLevel: 90, lastUpdatedMs: nowMs };
    table.update([aLiveAsset("a", { ...now, moving: !moving }), aLiveAsset("b", { ...now, moving })], []);
    const rows = table.rows(nowMs);
    if (rows !== null)
      orders.add(
        sortRows(rows, "attention")
          .map(({ guid }) => guid)
          .join(),
      );
  }
  expect([...orders]).toEqual(["a,b"]);
});
