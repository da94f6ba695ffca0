import type { Position } from "@pulse/contract/assets";

/** After a longer silence it is unknown whether the thing stayed, ms (as in the map's playback). */
const silenceMs = 5 * 60_000;

/** A stretch of time that a thing spent at one place. */
export interface PlaceStay {
  fromMs: number;
  toMs: number;
  /** The place in words. */
  location: string;
  /** The 68 % radius of its most accurate position, m. */
  accuracyM: number;
  /** The gateway that was nearest last; null: unknown. */
  nearest: string | null;
}

type Row = Pick<Position, "timestamp" | "endTimestamp" | "location" | "floorId" | "accuracy" | "nearestHardware">;

/**
 * A thing's stays from its positions, both newest first: positions in a row with the same place in words are one stay,
 * unless the thing was not heard for more than five minutes between them.
 */
export function placeStays(positions: readonly Row[]): PlaceStay[] {
  const stays: PlaceStay[] = [];
  let later: Row | null = null;
  for (const position of positions) {
    const { timestamp, endTimestamp, location, accuracy, nearestHardware } = position;
    const stay = stays.at(-1);
    const isSame = later !== null && later.location === location && later.floorId === position.floorId;
    if (stay !== undefined && isSame && stay.fromMs - Date.parse(endTimestamp) <= silenceMs) {
      stay.fromMs = Math.min(stay.fromMs, Date.parse(timestamp));
      stay.accuracyM = Math.min(stay.accuracyM, accuracy);
    } else
      stays.push({
        fromMs: Date.parse(timestamp),
        toMs: Date.parse(endTimestamp),
        location,
        accuracyM: accuracy,
        nearest: nearestHardware,
      });
    later = position;
  }
  return stays;
}
