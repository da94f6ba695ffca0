import type { Position } from "@pulse/contract/assets";
import type { LatLon } from "@pulse/geo/latLon";
import { bearingDeg, stepM } from "@pulse/geo/step";

/** Over a longer silence the path is unknown, ms: the thing stays at its last place and then jumps. */
const maxGapMs = 60_000;

/** A heading is taken from this long before a moment to this long after it, ms: one step is mostly noise. */
const aroundMs = 2000;

/** The positions of one asset in order of time. */
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
  /** The last moment before or at that time when the place was known, ms. */
  seenMs: number;
}

/** Sorts positions and removes duplicates. */
export function trackOf(positions: readonly Position[]): Track {
  const byStart = new Map(positions.map((position) => [`${position.timestamp} ${position.trackerId}`, position]));
  const ordered = [...byStart.values()].toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
  return {
    positions: ordered,
    startsMs: Float64Array.from(ordered, ({ timestamp }) => Date.parse(timestamp)),
    endsMs: Float64Array.from(ordered, ({ endTimestamp }) => Date.parse(endTimestamp)),
  };
}

/** The same track with other places, one for each position. */
export function withPlaces(track: Track, places: readonly LatLon[]): Track {
  return {
    ...track,
    positions: track.positions.map((position, nth) => ({ ...position, lat: places[nth]!.lat, lon: places[nth]!.lon })),
  };
}

/** The index of the last position that began by `atMs`; -1: none. */
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

/** Where a track is at a moment: on the straight line to the next position if that follows soon. Null: the track has not begun. */
export function spotAt(track: Track, atMs: number): Spot | null {
  const nth = indexAt(track, atMs);
  const position = track.positions[nth];
  if (position === undefined) return null;
  const { moving } = position;
  const next = nextConnected(track, nth);
  const isBetween = next !== null && atMs > track.endsMs[nth]!;
  const { lat, lon } = placeAfter(track, nth, atMs);
  return {
    position,
    lat,
    lon,
    moving: moving === true || (isBetween && next.moving === true),
    headingDeg: moving && next !== null ? headingAround(track, nth, atMs) : null,
    seenMs: isBetween ? atMs : Math.min(atMs, track.endsMs[nth]!),
  };
}

/** The heading around a moment within the nth position; null while the thing stays at one place. */
function headingAround(track: Track, nth: number, atMs: number): number | null {
  const from = placeNear(track, nth, atMs - aroundMs);
  const to = placeNear(track, nth, atMs + aroundMs);
  return from.lat === to.lat && from.lon === to.lon ? null : bearingDeg(stepM(from, to));
}

/** Where a track is at a moment shortly before or after the nth position's, as far as its path is known. */
function placeNear(track: Track, nth: number, atMs: number): LatLon {
  let at = nth;
  while (track.startsMs[at]! > atMs && at > 0 && nextConnected(track, at - 1) !== null) at--;
  while (track.startsMs[at + 1]! <= atMs && nextConnected(track, at) !== null) at++;
  return placeAfter(track, at, atMs);
}

/** The nth position, or the place on the line from it to the next. */
function placeAfter(track: Track, nth: number, atMs: number): LatLon {
  const from = track.positions[nth]!;
  const endMs = track.endsMs[nth]!;
  const to = nextConnected(track, nth);
  if (to === null || atMs <= endMs) return from;
  const share = Math.min(1, (atMs - endMs) / (track.startsMs[nth + 1]! - endMs));
  return { lat: from.lat + (to.lat - from.lat) * share, lon: from.lon + (to.lon - from.lon) * share };
}

/** The position after the nth one, if the path to it is known. */
function nextConnected({ positions, startsMs, endsMs }: Track, nth: number): Position | null {
  const next = positions[nth + 1];
  if (next === undefined || next.floorId !== positions[nth]!.floorId) return null;
  return startsMs[nth + 1]! - endsMs[nth]! <= maxGapMs ? next : null;
}
