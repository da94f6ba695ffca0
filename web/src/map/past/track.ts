import type { Position } from "@pulse/contract/assets";
import { bearingDeg } from "../../live/motion.ts";

/** After a longer silence nobody knows the way, ms: the thing stays where it was last, and then is somewhere else. */
const knownWayMs = 60_000;

/** The positions of one asset in the order of time. */
export interface Track {
  positions: readonly Position[];
  startsMs: Float64Array;
  endsMs: Float64Array;
}

/** Where an asset was at a moment. */
export interface Spot {
  position: Position;
  lat: number;
  lon: number;
  moving: boolean;
  headingDeg: number | null;
  /** The last moment up to then at which the place was known, ms. */
  seenMs: number;
}

/** Orders positions, each of which counts once. */
export function trackOf(positions: readonly Position[]): Track {
  const byStart = new Map(positions.map((position) => [`${position.timestamp} ${position.trackerId}`, position]));
  const ordered = [...byStart.values()].toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
  return {
    positions: ordered,
    startsMs: Float64Array.from(ordered, ({ timestamp }) => Date.parse(timestamp)),
    endsMs: Float64Array.from(ordered, ({ endTimestamp }) => Date.parse(endTimestamp)),
  };
}

/** The last position that began by `atMs`; -1: none had. */
export function indexAt({ startsMs }: Track, atMs: number): number {
  let low = 0;
  let high = startsMs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startsMs[middle]! <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Where a track is at a moment: on the straight way to the next position where that follows soon. Null: not yet anywhere. */
export function spotAt(track: Track, atMs: number): Spot | null {
  const nth = indexAt(track, atMs);
  const position = track.positions[nth];
  if (position === undefined) return null;
  const endMs = track.endsMs[nth]!;
  const next = track.positions[nth + 1];
  const { lat, lon, moving, floorId } = position;
  const here = { position, lat, lon, moving, headingDeg: null, seenMs: Math.min(atMs, endMs) };
  const isOnItsWay = next !== undefined && next.floorId === floorId && track.startsMs[nth + 1]! - endMs <= knownWayMs;
  if (!isOnItsWay) return here;
  const headingDeg = moving && (next.lat !== lat || next.lon !== lon) ? bearingDeg(position, next) : null;
  if (atMs <= endMs) return { ...here, headingDeg };
  const share = (atMs - endMs) / (track.startsMs[nth + 1]! - endMs);
  return {
    position,
    lat: lat + (next.lat - lat) * share,
    lon: lon + (next.lon - lon) * share,
    moving: moving || next.moving,
    headingDeg,
    seenMs: atMs,
  };
}
