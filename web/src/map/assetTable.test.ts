import { expect, it } from "vitest";
import type { LiveAsset } from "../live/liveStore.ts";
import { settleMs } from "./assetRows.ts";
import { assetTable } from "./assetTable.ts";
import { staleAfterMs } from "./status.ts";

const asset = (guid: string, changes: Partial<LiveAsset> = {}): LiveAsset => ({
  assetId: guid,
  guid,
  name: `Tote ${guid}`,
  type: "Tote",
  imageUrl: null,
  lat: 1,
  lon: 1,
  location: null,
  floorId: "1",
  accuracy: 2,
  lastUpdatedMs: 0,
  nearestHardware: "G-01",
  nearestHardwareGuid: null,
  nearestHardwareDis: 1,
  signalStrength: null,
  batteryLevel: 20,
  trackerId: null,
  sections: [],
  moving: true,
  headingDeg: null,
  steppedAtMs: null,
  ...changes,
});
const of = (...assets: LiveAsset[]) => {
  const table = assetTable();
  table.take(assets, []);
  return { table, first: table.rows(0)! };
};

it("gives rows by name, with numbers by value, and moves a renamed one", () => {
  const { table, first } = of(asset("T-10"), asset("T-9"), asset("T-1"));
  expect(first.map(({ identifier }) => identifier)).toEqual(["T-1", "T-9", "T-10"]);
  table.take([asset("T-9", { name: "Tote T-11" })], []);
  expect(table.rows(0)?.map(({ identifier }) => identifier)).toEqual(["T-1", "T-10", "T-11"]);
});

it("keeps a row object for as long as it says the same, and reports no change at all then", () => {
  const { table, first } = of(asset("a"), asset("b"));
  table.take([asset("a", { lat: 1.5, lastUpdatedMs: 10 })], []);
  expect(table.rows(20)).toBeNull();
  table.take([asset("a", { moving: false })], []);
  const second = table.rows(20)!;
  expect(second[0]).not.toBe(first[0]);
  expect(second[1]).toBe(first[1]);
});

it("turns a row stale without any news of its asset", () => {
  const { table } = of(asset("a"), asset("b", { lastUpdatedMs: 500 }));
  expect(table.rows(staleAfterMs)).toBeNull();
  expect(table.rows(staleAfterMs + 1)?.map(({ status }) => status)).toEqual(["stale", "moving"]);
  expect(table.rows(staleAfterMs + 501)?.map(({ status }) => status)).toEqual(["stale", "stale"]);
});

it("drops what has gone, and takes it in again when it is back", () => {
  const { table } = of(asset("a"), asset("b"));
  table.take([], ["a"]);
  expect(table.rows(0)?.map(({ guid }) => guid)).toEqual(["b"]);
  table.take([asset("a")], []);
  expect(table.rows(0)?.map(({ guid }) => guid)).toEqual(["a", "b"]);
  table.takeAll(new Map([["c", asset("c")]]));
  expect(table.rows(0)?.map(({ guid }) => guid)).toEqual(["c"]);
});

it("lets a new status decide the place in the list only once it has lasted", () => {
  const { table, first } = of(asset("a", { moving: false }));
  let rows = first;
  const at = (nowMs: number, moving: boolean): (string | undefined)[] => {
    table.take([asset("a", { moving })], []);
    rows = table.rows(nowMs) ?? rows;
    return [rows[0]?.status, rows[0]?.settled];
  };
  expect(at(1000, true)).toEqual(["moving", "still"]);
  expect(at(2000, false)).toEqual(["still", "still"]);
  expect(at(3000, true)).toEqual(["moving", "still"]);
  expect(at(3000 + settleMs - 1, true)).toEqual(["moving", "still"]);
  rows = table.rows(3000 + settleMs)!;
  expect([rows[0]?.status, rows[0]?.settled]).toEqual(["moving", "moving"]);
});
