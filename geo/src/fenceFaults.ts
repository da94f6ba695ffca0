import { cornersOf, type FenceShape, type LonLat, partsOf } from "./fenceShape.ts";
import type { LatLon } from "./latLon.ts";
import { localFrame, type Point } from "./localFrame.ts";
import { segmentsIntersect, signedAreaM2 } from "./polygon.ts";

/** The most corners a fence may have, in all its rings together. */
export const maxFenceCorners = 10_000;
const minAreaM2 = 0.1;
/** Nearer to a pole than this a fence is refused, degrees. */
const poleDeg = 1;
/** The shortest length of a degree of latitude, m. */
const metresPerDegree = 110_567;

export type FenceFaultKind =
  | "pole"
  | "antimeridian"
  | "earth"
  | "empty"
  | "many"
  | "open"
  | "few"
  | "crossing"
  | "tiny"
  | "hole"
  | "overlap";

export interface FenceFault {
  /** What is wrong, for callers that say it in another language. */
  kind: FenceFaultKind;
  code: "location_invalid" | "invalid_parameter";
  message: string;
}

const place = (kind: FenceFaultKind, message: string): FenceFault => ({ kind, code: "location_invalid", message });
const form = (kind: FenceFaultKind, message: string): FenceFault => ({ kind, code: "invalid_parameter", message });
const atPole = place("pole", "must not reach a pole");
const acrossAntimeridian = place("antimeridian", "must not cross the 180th meridian");

/** What is wrong with a circle; null: nothing. */
export function circleFault(centre: LatLon, radiusM: number): FenceFault | null {
  const reachLat = radiusM / metresPerDegree;
  const furthestLat = Math.abs(centre.lat) + reachLat;
  if (furthestLat > 90 - poleDeg) return atPole;
  const reachLon = reachLat / Math.cos((furthestLat * Math.PI) / 180);
  return Math.abs(centre.lon) + reachLon > 180 ? acrossAntimeridian : null;
}

/** The first fault found in a shape; null: none. */
export function shapeFault(shape: FenceShape): FenceFault | null {
  const parts = partsOf(shape);
  const rings = parts.flat();
  if (parts.some((part) => part.length === 0) || rings.length === 0) return form("empty", "needs an outer ring");
  const count = rings.reduce((sum, ring) => sum + ring.length - 1, 0);
  if (count > maxFenceCorners) return form("many", `must have at most ${maxFenceCorners} corners`);
  for (const ring of rings) {
    const fault = ringFault(ring);
    if (fault) return fault;
  }
  const [lon, lat] = rings[0]![0]!;
  const frame = localFrame({ lat, lon });
  const local = parts.map((part) =>
    part.map((ring) => cornersOf(ring).map(([itsLon, itsLat]) => frame.toLocal({ lat: itsLat, lon: itsLon }))),
  );
  if (sidesMeet(local.flat())) return form("crossing", "its sides must not cross or touch each other");
  if (local.flat().some((ring) => !(Math.abs(signedAreaM2(ring)) >= minAreaM2)))
    return form("tiny", `each ring must enclose at least ${minAreaM2} m²`);
  return nestingFault(local);
}

function ringFault(ring: readonly LonLat[]): FenceFault | null {
  for (const [lon, lat] of ring) {
    if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return place("earth", "has a place that is not on Earth");
    if (Math.abs(lat) > 90 - poleDeg) return atPole;
  }
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last || first[0] !== last[0] || first[1] !== last[1])
    return form("open", "a ring must end where it began");
  if (ring.length < 4) return form("few", "needs at least three corners");
  const lons = ring.map(([lon]) => lon);
  const spanDeg = lons.reduce((most, lon) => Math.max(most, lon)) - lons.reduce((least, lon) => Math.min(least, lon));
  return spanDeg > 180 ? acrossAntimeridian : null;
}

interface Side {
  a: Point;
  b: Point;
  ring: number;
  nth: number;
  minX: number;
  maxX: number;
  minY: number;
  maxY: number;
}

/** Whether any two sides meet, other than neighbours in their common corner. Sweeps from west to east. */
function sidesMeet(rings: readonly (readonly Point[])[]): boolean {
  const sides = rings.flatMap((corners, ring) =>
    corners.map((a, nth): Side => {
      const b = corners[(nth + 1) % corners.length]!;
      return {
        a,
        b,
        ring,
        nth,
        minX: Math.min(a.x, b.x),
        maxX: Math.max(a.x, b.x),
        minY: Math.min(a.y, b.y),
        maxY: Math.max(a.y, b.y),
      };
    }),
  );
  sides.sort((one, other) => one.minX - other.minX);
  let open: Side[] = [];
  for (const side of sides) {
    open = open.filter(({ maxX }) => maxX >= side.minX);
    for (const other of open) {
      if (other.minY > side.maxY || other.maxY < side.minY) continue;
      if (conflict(side, other, rings[side.ring]!.length)) return true;
    }
    open.push(side);
  }
  return false;
}

function conflict(one: Side, other: Side, count: number): boolean {
  if (one.ring === other.ring) {
    if ((one.nth + 1) % count === other.nth) return foldsBack(one, other);
    if ((other.nth + 1) % count === one.nth) return foldsBack(other, one);
  }
  return segmentsIntersect(one.a, one.b, other.a, other.b);
}

/** Whether a side runs back over the one before it. */
function foldsBack(before: Side, after: Side): boolean {
  const [ax, ay] = [before.b.x - before.a.x, before.b.y - before.a.y];
  const [bx, by] = [after.b.x - after.a.x, after.b.y - after.a.y];
  const [cross, dot] = [ax * by - ay * bx, ax * bx + ay * by];
  return dot < 0 && Math.abs(cross) <= 1e-12 * Math.hypot(ax, ay) * Math.hypot(bx, by);
}

/** Since no sides meet, one corner of a ring tells whether the whole ring is inside another. */
function nestingFault(parts: readonly (readonly (readonly Point[])[])[]): FenceFault | null {
  for (const [nth, [outer, ...holes]] of parts.entries()) {
    if (holes.some((hole) => !isWithin(hole[0]!, [outer!]))) return form("hole", "a hole must lie within its part");
    if (holes.some((hole) => holes.some((other) => other !== hole && isWithin(hole[0]!, [other]))))
      return form("hole", "a hole must not lie within another");
    const others = parts.filter((_, index) => index !== nth);
    if (others.some((other) => isWithin(outer![0]!, other))) return form("overlap", "its parts must not overlap");
  }
  return null;
}

/** Whether a point lies within an odd number of the rings. */
function isWithin({ x, y }: Point, rings: readonly (readonly Point[])[]): boolean {
  let inside = false;
  for (const corners of rings)
    for (const [nth, a] of corners.entries()) {
      const b = corners[(nth + 1) % corners.length]!;
      if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
    }
  return inside;
}
