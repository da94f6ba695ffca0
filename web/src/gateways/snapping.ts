import type { FloorPlan } from "@pulse/contract/sites";
import type { LatLon } from "@pulse/geo/latLon";
import { localFrame } from "@pulse/geo/localFrame";
import { nearestOn } from "./coverage.ts";

interface Point {
  x: number;
  y: number;
}

export interface Snapped {
  at: LatLon;
  /** What it snapped to; null: nothing was near. */
  to: "corner" | "wall" | "line" | null;
}

/**
 * Where a gateway is probably meant to be, if something is within `withinM` metres: in a corner, else on a wall or the
 * outline, else in line with a neighbour along the plan's own axes. Corners come first, since they are on walls.
 */
export function snapped(
  put: LatLon,
  floor: Pick<FloorPlan, "walls" | "outline" | "rotationDeg">,
  neighbours: readonly LatLon[],
  withinM: number,
): Snapped {
  const frame = localFrame(put);
  const here = { x: 0, y: 0 };
  const lines = [
    ...floor.walls.map(({ points }) => points),
    ...(floor.outline === null ? [] : [closed(floor.outline)]),
  ];
  const local = lines.map((points) => points.map((point) => frame.toLocal(point)));
  const corner = nearest(local.flat(), withinM);
  if (corner !== null) return { at: frame.toLatLon(corner), to: "corner" };
  const onWall = nearest(
    local.flatMap((points) => points.slice(1).map((b, nth) => nearestOn(here, points[nth]!, b))),
    withinM,
  );
  if (onWall !== null) return { at: frame.toLatLon(onWall), to: "wall" };
  const inLine = alignedWith(
    neighbours.map((each) => frame.toLocal(each)),
    floor.rotationDeg,
    withinM,
  );
  return inLine === null ? { at: put, to: null } : { at: frame.toLatLon(inLine), to: "line" };
}

function closed(corners: readonly LatLon[]): readonly LatLon[] {
  const [first] = corners;
  return first === undefined ? corners : [...corners, first];
}

/** The place nearest to the origin, if it is within reach. */
function nearest(places: readonly Point[], withinM: number): Point | null {
  const [best] = places.toSorted((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y));
  return best !== undefined && Math.hypot(best.x, best.y) <= withinM ? best : null;
}

/** The origin moved into line with neighbours, along the plan's axes. */
function alignedWith(neighbours: readonly Point[], rotationDeg: number, withinM: number): Point | null {
  const turn = (-rotationDeg * Math.PI) / 180;
  const [along, across] = [
    { x: Math.cos(turn), y: Math.sin(turn) },
    { x: -Math.sin(turn), y: Math.cos(turn) },
  ];
  const minOffset = (axis: Point): number | null => {
    const offsets = neighbours.map(({ x, y }) => x * axis.x + y * axis.y);
    const [best] = offsets.toSorted((a, b) => Math.abs(a) - Math.abs(b));
    return best !== undefined && Math.abs(best) <= withinM ? best : null;
  };
  const [a, b] = [minOffset(along), minOffset(across)];
  if (a === null && b === null) return null;
  return {
    x: (a ?? 0) * along.x + (b ?? 0) * across.x,
    y: (a ?? 0) * along.y + (b ?? 0) * across.y,
  };
}
