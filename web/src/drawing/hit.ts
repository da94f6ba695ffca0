import type { Point } from "@pulse/geo/localFrame";
import { isInside, signedAreaM2 } from "@pulse/geo/polygon";
import { isArea, type Shape } from "./sketch.ts";
import { distance, projectOnSegment, sidesOf } from "./snap.ts";

/** The shape at a point: the one with a side nearby, else the smallest area around it. */
export function shapeAt(point: Point, shapes: readonly Shape[], withinM: number): Shape | null {
  let nearest: Shape | null = null;
  let nearestM = withinM;
  for (const shape of shapes)
    for (const [a, b] of sidesOf(shape)) {
      const distanceM = distance(point, projectOnSegment(point, a, b));
      if (distanceM > nearestM) continue;
      nearestM = distanceM;
      nearest = shape;
    }
  if (nearest !== null) return nearest;
  const around = shapes.filter((shape) => isWithin(point, shape));
  const areaOf = (shape: Shape): number => Math.PI * radiusOf(shape) ** 2 + Math.abs(signedAreaM2(shape.points));
  return around.toSorted((a, b) => areaOf(a) - areaOf(b))[0] ?? null;
}

/** A circle's radius; 0 for other shapes. */
export function radiusOf({ kind, points: [centre, rim] }: Pick<Shape, "kind" | "points">): number {
  return kind === "circle" && centre !== undefined && rim !== undefined ? distance(centre, rim) : 0;
}

function isWithin(point: Point, shape: Shape): boolean {
  if (shape.kind === "circle") return distance(point, shape.points[0]!) <= radiusOf(shape);
  return isArea(shape.kind) && isInside(point, shape.points);
}
