import { describe, expect, it } from "vitest";
import type { LiveAsset } from "../../live/liveStore.ts";
import { type MarkerTable, markerTable } from "./markerTable.ts";
import { toLatLon } from "../camera/plane.ts";

describe("gliding", () => {
  const at = (lat: number, lon: number, floorId: string | null = null) =>
    ({ guid: "a", lat: lat + 1, lon, lastUpdatedMs: 1, floorId }) as unknown as LiveAsset;
  const lonOf = (table: MarkerTable): number => toLatLon(table.placeOf("a")!).lon;

  it("a marker's movement continues evenly from the current place, and arrives", () => {
    let nowMs = 0;
    const table = markerTable(
      () => nowMs,
      () => false,
    );
    table.update([at(0, 0)]);
    nowMs = 1000;
    table.update([at(0, 10)]);
    nowMs = 1500;
    expect(lonOf(table)).toBeCloseTo(5, 9);
    table.update([at(0, 0)]);
    expect(lonOf(table)).toBeCloseTo(5, 9);
    nowMs = 9999;
    expect(lonOf(table)).toBeCloseTo(0, 9);
  });

  it("a marker's movement is not disturbed when the same position comes again", () => {
    let nowMs = 0;
    const table = markerTable(
      () => nowMs,
      () => false,
    );
    table.update([at(0, 0)]);
    nowMs = 1000;
    table.update([at(0, 10)]);
    nowMs = 1900;
    table.update([at(0, 10)]);
    nowMs = 2000;
    expect(lonOf(table)).toBeCloseTo(10, 9);
  });

  it("a marker's movement takes two seconds at most, and jumps with reduced motion or to another floor", () => {
    let nowMs = 0;
    let isReduced = false;
    const table = markerTable(
      () => nowMs,
      () => isReduced,
    );
    table.update([at(0, 0)]);
    nowMs = 60_000;
    table.update([at(0, 10)]);
    nowMs = 62_000;
    expect(lonOf(table)).toBeCloseTo(10, 9);
    table.update([at(0, 20, "upstairs")]);
    expect(lonOf(table)).toBeCloseTo(20, 9);
    isReduced = true;
    table.update([at(0, 30, "upstairs")]);
    expect(lonOf(table)).toBeCloseTo(30, 9);
  });

  it("a thousand moving markers stay separate when some go and others arrive", () => {
    const table = markerTable(
      () => 0,
      () => false,
    );
    const named = (nth: number): LiveAsset => ({ ...at(0, nth / 100), guid: String(nth) });
    table.update(Array.from({ length: 1000 }, (_, nth) => named(nth)));
    table.forget("7");
    table.update([named(2000)]);
    expect(table.placeOf("7")).toBeNull();
    expect(toLatLon(table.placeOf("2000")!).lon).toBeCloseTo(20, 9);
    expect(toLatLon(table.placeOf("999")!).lon).toBeCloseTo(9.99, 9);
  });
});
