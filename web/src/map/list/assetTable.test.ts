import { expect, it } from "vitest";
import type { LiveAsset } from "../../live/liveStore.ts";
import { aLiveAsset } from "../../test/liveAsset.ts";
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

it("the table of assets moves an asset in the list only once its new status has lasted", () => {
  const { table, first } = of(aLiveAsset("a", { moving: false }));
  let rows = first;
  const at = (nowMs: number, moving: boolean): (string | undefined)[] => {
    table.update([aLiveAsset("a", { moving })], []);
    rows = table.rows(nowMs) ?? rows;
    return [rows[0]?.status, rows[0]?.stableStatus];
  };
  expect(at(1000, true)).toEqual(["moving", "still"]);
  expect(at(2000, false)).toEqual(["still", "still"]);
  expect(at(3000, true)).toEqual(["moving", "still"]);
  expect(at(3000 + stableAfterMs - 1, true)).toEqual(["moving", "still"]);
  rows = table.rows(3000 + stableAfterMs)!;
  expect([rows[0]?.status, rows[0]?.stableStatus]).toEqual(["moving", "moving"]);
});
