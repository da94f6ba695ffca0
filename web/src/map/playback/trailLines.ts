import type { LatLon } from "@pulse/geo/latLon";
import type { Feature } from "geojson";
import { silenceMs } from "./coverage.ts";
import { indexAt, spotAt, type Track } from "./track.ts";

/** The track fades in this many steps, from its beginning to the moment shown (look.md, "Trail"). */
const fadeSteps = 32;

/** The part of a trail in one strength. */
interface TrailLine {
  /** 1: at the moment shown; 0: at the beginning; null: still to come. */
  age: number | null;
  points: [number, number][];
}

/** A stretch of a trail without positions, between two places. */
export interface TrailGap extends LatLon {
  fromMs: number;
  toMs: number;
}

/** A track on some floors as lines: each with its strength from 0 to 1, or `isAhead`. */
export function trailOf(track: Track, floors: ReadonlySet<string>, fromMs: number, atMs: number): Feature[] {
  const { positions, startsMs, endsMs } = track;
  const now = indexAt(track, atMs);
  const beginMs = Math.max(fromMs, startsMs[0] ?? fromMs);
  // After the last position nothing grows older: the end of the way stays the clearest part.
  const newestMs = now + 1 < positions.length ? atMs : Math.min(atMs, endsMs[now] ?? atMs);
  const ageAt = (nth: number): number | null => {
    if (startsMs[nth]! > atMs) return null;
    const share = (startsMs[nth]! - beginMs) / Math.max(1, newestMs - beginMs);
    return Math.ceil(Math.min(1, Math.max(0, share)) * fadeSteps) / fadeSteps;
  };
  const lines: TrailLine[] = [];
  const draw = (from: LatLon, { lat, lon }: LatLon, age: number | null): void => {
    const last = lines.at(-1);
    const [x, y] = last?.points.at(-1) ?? [];
    if (last?.age !== age || x !== from.lon || y !== from.lat) lines.push({ age, points: [[from.lon, from.lat]] });
    lines.at(-1)!.points.push([lon, lat]);
  };
  for (let nth = 1; nth < positions.length; nth++) {
    // Over a long silence the path is unknown.
    if (!isOn(track, nth - 1, floors) || !isOn(track, nth, floors) || startsMs[nth]! - endsMs[nth - 1]! > silenceMs)
      continue;
    if (nth === now + 1) {
      const here = spotAt(track, atMs) ?? positions[nth - 1]!;
      draw(positions[nth - 1]!, here, ageAt(nth - 1));
      draw(here, positions[nth]!, null);
    } else draw(positions[nth - 1]!, positions[nth]!, ageAt(nth));
  }
  return lines.map(({ age, points }) => ({
    type: "Feature",
    properties: age === null ? { isAhead: true, age: 0, strength: 0 } : { isAhead: false, age, strength: age * age },
    geometry: { type: "LineString", coordinates: points },
  }));
}

/** The silences of a track by a moment, each in the middle between the places before and after it. */
export function trailGaps(track: Track, floors: ReadonlySet<string>, atMs: number): TrailGap[] {
  const { positions, startsMs, endsMs } = track;
  return positions.flatMap((position, nth): TrailGap[] => {
    const before = positions[nth - 1];
    if (before === undefined || startsMs[nth]! > atMs || !isOn(track, nth, floors) || !isOn(track, nth - 1, floors))
      return [];
    const [fromMs, toMs] = [endsMs[nth - 1]!, startsMs[nth]!];
    if (toMs - fromMs <= silenceMs) return [];
    return [{ fromMs, toMs, lat: (before.lat + position.lat) / 2, lon: (before.lon + position.lon) / 2 }];
  });
}

function isOn({ positions }: Track, nth: number, floors: ReadonlySet<string>): boolean {
  const { floorId } = positions[nth]!;
  return floorId === null || floors.has(floorId);
}
