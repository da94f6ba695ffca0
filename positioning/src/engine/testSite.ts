import type { Anchor, EngineSettings, FloorModel } from "../model/placedSite.ts";
import { newTrackerState, type TrackerState } from "./trackerState.ts";
import { observe } from "../window/signalState.ts";
import { MODEL } from "../model/modelConstants.ts";

/** Builders for tests: a site whose gateways hear exactly what the default path-loss model predicts. */
export function anAnchor(part: Partial<Anchor> & { id: string }): Anchor {
  return {
    x: 0,
    y: 0,
    z: 2.5,
    floor: "ground",
    measuredPower: null,
    alpha: null,
    beta: null,
    gamma: null,
    snapRadiusM: null,
    ...part,
  };
}

export function aSettings(part: Partial<EngineSettings> = {}): EngineSettings {
  return {
    mechanism: "TRILATERATED",
    anchorSnapRadiusM: 5,
    locationAccuracyThresholdM: 50,
    ignoreMovingTracker: false,
    ...part,
  };
}

export function aSquareFloor(id: string, sideM: number): FloorModel {
  const outline = [
    { x: 0, y: 0 },
    { x: sideM, y: 0 },
    { x: sideM, y: sideM },
    { x: 0, y: sideM },
  ];
  return { id, level: 0, elevationM: 0, outline };
}

/** The level of a usual tag carried at 1.2 m, as the gateway hears it, dBm. */
export function rssiAt(anchor: Anchor, tag: { x: number; y: number }): number {
  const distanceM = Math.hypot(anchor.x - tag.x, anchor.y - tag.y, (anchor.z ?? 2.5) - 1.2);
  return MODEL.powerDbm - 10 * MODEL.exponent * Math.log10(distanceM);
}

/** A tag that stood at one place for some seconds and was heard twice a second by each gateway. */
export function heard(
  anchors: readonly Anchor[],
  tag: { x: number; y: number },
  options: { fromMs?: number; seconds: number; offsetDb?: number; moving?: boolean; into?: TrackerState },
): TrackerState {
  const { fromMs = 0, seconds, offsetDb = 0, moving, into = newTrackerState() } = options;
  for (let atMs = fromMs; atMs <= fromMs + seconds * 1000; atMs += 500) {
    for (const anchor of anchors) {
      const rssi = rssiAt(anchor, tag) + offsetDb;
      observe(into, { anchorId: anchor.id, rssi, atMs, ...(moving === undefined ? {} : { moving }) });
    }
  }
  return into;
}
