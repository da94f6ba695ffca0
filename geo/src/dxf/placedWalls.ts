import { type Placement, placePlan } from "../floorPlan.ts";
import type { LatLon } from "../latLon.ts";
import type { Point } from "./dxfLines.ts";

/**
 * The walls of a CAD drawing where its picture is placed. A line with too many corners becomes several, each beginning
 * where the last one ends.
 * @param walls in shares of the picture's width and height, from its top left
 */
export function placedWalls(walls: readonly (readonly Point[])[], placement: Placement, maxPoints: number): LatLon[][] {
  const { widthM, heightM, toLatLon } = placePlan(placement);
  return piecesOf(walls, maxPoints).map((points) =>
    points.map(([x, y]) => toLatLon({ x: x * widthM, y: y * heightM })),
  );
}

/** Lines of at most `maxPoints` corners each. */
export function piecesOf<P>(lines: readonly (readonly P[])[], maxPoints: number): P[][] {
  const step = maxPoints - 1;
  return lines.flatMap((points) => {
    const found: P[][] = [];
    for (let at = 0; at < points.length - 1; at += step) found.push(points.slice(at, at + step + 1));
    return found;
  });
}
