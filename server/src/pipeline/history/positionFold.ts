import type { RoomGuess } from "@pulse/contract/fields";
import { distanceM } from "@pulse/geo/latLon";
import type { PositionMechanism } from "../../platform/database/tables/positions.ts";

/** A thing that has moved less than this counts as still. */
const stillM = 0.5;
/** After a longer silence it is unknown where the thing was, so a new row begins. */
export const gapMs = 60_000;

/** One fix of a tracker, as it will be stored. Metres, dBm, degrees. */
export interface PositionFix {
  trackerId: string;
  assetId: string | null;
  siteId: string;
  buildingId: string | null;
  floorId: string | null;
  atMs: number;
  lat: number;
  lon: number;
  elevation: number | null;
  accuracy: number;
  accuracyOuter: number;
  mechanism: PositionMechanism;
  /** Null: not known. */
  moving: boolean | null;
  nearestHardwareId: string | null;
  nearestDis: number | null;
  signalStrength: number | null;
  room: RoomGuess | null;
  shown: boolean;
}

/** The parts of a history row that decide whether a later fix belongs to the same stay. */
export interface Stay {
  fix: Pick<PositionFix, "assetId" | "siteId" | "floorId" | "lat" | "lon" | "mechanism" | "room" | "shown">;
  endMs: number;
}

/** Whether a thing moved throughout two parts of a stay: not if it stood in one, and unknown (null) if it is of one. */
export function bothMoving(a: boolean | null, b: boolean | null): boolean | null {
  if (a === false || b === false) return false;
  return a === null || b === null ? null : true;
}

/**
 * Whether `fix` only says that the thing is still where `stay` began: the same site, floor, room, asset, mechanism
 * and visibility, after a gap of at most 60 s, moved less than half a metre or, unless judged moving, less than its own
 * 68 % radius. The distance is measured from where the stay began, so that a slow drift is noticed.
 */
export function continuesStay(stay: Stay, fix: PositionFix): boolean {
  const { fix: first, endMs } = stay;
  if (fix.atMs < endMs || fix.atMs - endMs > gapMs) return false;
  if (fix.siteId !== first.siteId || fix.floorId !== first.floorId || fix.assetId !== first.assetId) return false;
  if (fix.room?.id !== first.room?.id) return false;
  if (fix.mechanism !== first.mechanism || fix.shown !== first.shown) return false;
  const movedM = distanceM(first, fix);
  return movedM < stillM || (!fix.moving && movedM < fix.accuracy);
}
