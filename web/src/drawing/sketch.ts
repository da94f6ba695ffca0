import type { DrawingBody } from "@pulse/contract/drawing";
import type { FloorPlan } from "@pulse/contract/sites";
import type { PlacedPlan } from "@pulse/geo/floorPlan";
import type { LatLon } from "@pulse/geo/latLon";
import type { Point } from "@pulse/geo/localFrame";

export const shapeKinds = ["outline", "wall", "door", "lift", "room"] as const;
/** The shapes of a geofence: rings of its parts, their holes, and a circle as its centre and a point on its rim. */
export const fenceKinds = ["fence", "hole", "circle"] as const;
export type ShapeKind = (typeof shapeKinds)[number] | (typeof fenceKinds)[number];

/** Something drawn on a floor; its points in metres from the plan's top-left corner, y down. */
export interface Shape {
  key: string;
  kind: ShapeKind;
  /** Null: the shape is new, or its kind has no ids. */
  id: string | null;
  points: readonly Point[];
  /** The name of a lift or room. */
  name: string;
  /** What a room is for; empty: not stated. */
  use: string;
  /** How much a wall weakens a signal; null: unknown. */
  lossDb: number | null;
}

/** Whether a shape's last point is joined to its first. */
export function isArea(kind: ShapeKind): boolean {
  return kind !== "wall" && kind !== "door" && kind !== "circle";
}

/** The least number of points of a shape. */
export function minPoints(kind: ShapeKind): number {
  return isArea(kind) ? 3 : 2;
}

type Plan = Pick<PlacedPlan, "toImage" | "toLatLon">;
export type Drawn = Pick<FloorPlan, "outline" | "walls" | "doors" | "lifts" | "rooms">;
const nothingMore = { name: "", use: "", lossDb: null };

/** The drawing of a floor, as shapes on its plan. */
export function shapesOf(floor: Drawn, plan: Plan): Shape[] {
  const points = (places: readonly LatLon[]): Point[] => places.map(plan.toImage);
  return [
    ...(floor.outline === null
      ? []
      : [{ key: "outline", kind: "outline" as const, id: null, points: points(floor.outline), ...nothingMore }]),
    ...floor.walls.map(({ id, points: at, lossDb }) => ({
      key: id,
      kind: "wall" as const,
      id,
      ...nothingMore,
      points: points(at),
      lossDb,
    })),
    ...floor.doors.map(({ id, at }) => ({ key: id, kind: "door" as const, id, points: points(at), ...nothingMore })),
    ...floor.lifts.map(({ id, name, area }) => ({
      key: id,
      kind: "lift" as const,
      id,
      ...nothingMore,
      name,
      points: points(area),
    })),
    ...floor.rooms.map(({ id, name, kind, area }) => ({
      key: id,
      kind: "room" as const,
      id,
      ...nothingMore,
      name,
      use: kind ?? "",
      points: points(area),
    })),
  ];
}

/** The body with all shapes. Shapes that the floor no longer has are sent as new. */
export function drawingBody(shapes: readonly Shape[], plan: Plan, floor: Drawn): Required<DrawingBody> {
  const there = new Set([floor.walls, floor.doors, floor.lifts, floor.rooms].flat().map(({ id }) => id));
  const of = (kind: ShapeKind): Shape[] => shapes.filter((shape) => shape.kind === kind);
  const known = ({ id }: Shape): { id?: string } => (id === null || !there.has(id) ? {} : { id });
  const places = ({ points }: Shape): LatLon[] => points.map(plan.toLatLon);
  const [outline] = of("outline");
  return {
    outline: outline === undefined ? null : places(outline),
    walls: of("wall").map((wall) => ({ ...known(wall), points: places(wall), lossDb: wall.lossDb })),
    doors: of("door").map((door) => ({ ...known(door), at: places(door) as [LatLon, LatLon] })),
    lifts: of("lift").map((lift) => ({ ...known(lift), name: lift.name, area: places(lift) })),
    rooms: of("room").map((room) => ({ ...known(room), name: room.name, kind: room.use || null, area: places(room) })),
  };
}
