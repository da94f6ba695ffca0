import type { Point } from "@pulse/geo/localFrame";
import { isArea, type Shape } from "./sketch.ts";

export interface Snapped {
  point: Point;
  /** What the point snapped to; null: nothing was near. */
  to: "vertex" | "edge" | "angle" | null;
}

interface Surroundings {
  shapes: readonly Pick<Shape, "kind" | "points">[];
  /** The points of the same line before this one, the nearest last. */
  before: readonly Point[];
  /** The distance that counts as near, m. */
  withinM: number;
}

/**
 * Snaps a point to what was probably meant: first a vertex, then a place on a side of a shape, else a right angle with the
 * previous side or with the plan's own edges.
 */
export function snap(point: Point, { shapes, before, withinM }: Surroundings): Snapped {
  const vertex = nearest(point, [...shapes.flatMap(({ points }) => points), ...before], withinM);
  if (vertex !== null) return { point: vertex, to: "vertex" };
  const feet = shapes.flatMap((shape) => sidesOf(shape).map(([a, b]) => projectOnSegment(point, a, b)));
  const foot = nearest(point, feet, withinM);
  if (foot !== null) return { point: foot, to: "edge" };
  const last = before.at(-1);
  if (last === undefined) return { point, to: null };
  const directions = [
    { x: 1, y: 0 },
    { x: 0, y: 1 },
  ];
  const second = before.at(-2);
  if (second !== undefined) {
    const direction = { x: last.x - second.x, y: last.y - second.y };
    directions.unshift({ x: -direction.y, y: direction.x }, direction);
  }
  const straight = nearest(
    point,
    directions.flatMap((direction) => ontoLine(point, last, direction) ?? []),
    withinM,
  );
  return straight === null ? { point, to: null } : { point: straight, to: "angle" };
}

/** The sides of a shape; those of an area form a ring. */
export function sidesOf({ kind, points }: Pick<Shape, "kind" | "points">): [Point, Point][] {
  const sides = points.slice(1).map((b, nth): [Point, Point] => [points[nth]!, b]);
  return isArea(kind) && points.length > 2 ? [...sides, [points.at(-1)!, points[0]!]] : sides;
}

/** The place on the side a–b nearest to a point. */
export function projectOnSegment(point: Point, a: Point, b: Point): Point {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length2 = dx * dx + dy * dy;
  const share = length2 === 0 ? 0 : ((point.x - a.x) * dx + (point.y - a.y) * dy) / length2;
  const on = Math.min(1, Math.max(0, share));
  return { x: a.x + dx * on, y: a.y + dy * on };
}

/** The distance between two points, m. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function ontoLine(point: Point, from: Point, direction: Point): Point | null {
  const length2 = direction.x * direction.x + direction.y * direction.y;
  if (length2 === 0) return null;
  const share = ((point.x - from.x) * direction.x + (point.y - from.y) * direction.y) / length2;
  return { x: from.x + direction.x * share, y: from.y + direction.y * share };
}

function nearest(point: Point, candidates: readonly Point[], withinM: number): Point | null {
  let found: Point | null = null;
  let least = withinM;
  for (const candidate of candidates) {
    const far = distance(point, candidate);
    if (far > least) continue;
    least = far;
    found = candidate;
  }
  return found;
}
