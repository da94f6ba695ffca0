import type { Position } from "@pulse/contract/assets";

export const t0 = Date.parse("2026-11-20T14:00:00Z");
export const minute = 60_000;
/** About a metre to the north. */
export const metreDeg = 1 / 111_195;

/** A stored position of an asset, so many metres north of the first. */
export function position(fromMs: number, toMs: number, northM: number, more: Partial<Position> = {}): Position {
  return {
    timestamp: new Date(t0 + fromMs).toISOString(),
    endTimestamp: new Date(t0 + toMs).toISOString(),
    lat: 51 + northM * metreDeg,
    lon: 7,
    floorId: "floor",
    location: "Warehouse · Floor 1",
    accuracy: 2,
    accuracyOuter: 4,
    mechanism: "TRILATERATED",
    moving: fromMs === toMs,
    nearestHardware: "G-01",
    nearestHardwareGuid: null,
    nearestHardwareDis: 3,
    trackerId: "tracker",
    room: null,
    smoothed: false,
    ...more,
  };
}
