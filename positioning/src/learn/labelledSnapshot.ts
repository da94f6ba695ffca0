import { wallLossDb, type WallIndex } from "../model/walls.ts";
import { MODEL } from "../model/modelConstants.ts";

/** What gateways heard of a tag whose place was known: a point of a walk test, or a step of a recorded walk. */
export interface LabelledSnapshot {
  /** The session: one tag at one point or on one walk. */
  tagId: string;
  x: number;
  y: number;
  floor: string;
  /** All that was heard there; a calibration is fitted to it. */
  heard: LabelledWindow[];
  /** One live window of it (`LEARN.liveMs`, `WINDOW.stillPackets`); a calibration is tested on it when the point is held back. */
  live: LabelledWindow[];
}

export interface LabelledWindow {
  anchorId: string;
  /** Mean, dBm. */
  rssi: number;
  packets: number;
}

/** A gateway as a calibration needs it, metres. */
export interface SurveyedAnchor {
  id: string;
  x: number;
  y: number;
  z: number;
  floor: string;
  nominalPowerDbm: number;
}

/** The walls drawn on each floor, by its id; null: none. */
export type DrawnWalls = ReadonlyMap<string, WallIndex | null>;

export function behindWalls(walls: DrawnWalls, anchor: SurveyedAnchor, x: number, y: number): number {
  const index = walls.get(anchor.floor);
  return index ? wallLossDb(index, anchor.x, anchor.y, x, y) : 0;
}

/** Log₁₀ of the distance (m) from a gateway to a tag carried at a height, three-dimensional, at least 0.1 m. */
export function logDistance(anchor: SurveyedAnchor, x: number, y: number, tagHeightM: number): number {
  return Math.log10(Math.max(MODEL.nearestM, Math.hypot(anchor.x - x, anchor.y - y, anchor.z - tagHeightM)));
}
