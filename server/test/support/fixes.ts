import { localFrame } from "@pulse/geo/localFrame";
import type { PositionFix } from "../../src/pipeline/history/positionWriter.ts";

/** Shared by the tests of history: a moment, a place, and ids that are the same in every run. */
export const start = Date.parse("2026-11-20T12:00:00.000Z");
export const frame = localFrame({ lat: 59, lon: 18 });
export const id = (number: number): string => `01990000-0000-7000-9000-${String(number).padStart(12, "0")}`;
export const ids = { site: id(1), ground: id(2), first: id(3), asset: id(4), tracker: id(5), gateway: id(6) };
export const quiet = { warn: () => undefined, info: () => undefined };

/** Seconds after the start. */
export const secondOf = (date: Date): number => (date.getTime() - start) / 1000;

/** A fix `second` seconds after the start, `x` metres east of the origin. */
export function aFix(second: number, x: number, changes: Partial<PositionFix> = {}): PositionFix {
  return {
    trackerId: ids.tracker,
    assetId: ids.asset,
    siteId: ids.site,
    buildingId: null,
    floorId: ids.ground,
    atMs: start + second * 1000,
    ...frame.toLatLon({ x, y: 0 }),
    elevation: 1.2,
    accuracy: 1.5,
    accuracyOuter: 3,
    mechanism: "TRILATERATED",
    moving: true,
    nearestHardwareId: ids.gateway,
    nearestDis: 2.5,
    signalStrength: -61,
    room: null,
    shown: true,
    ...changes,
  };
}
