import type { FloorPlan } from "@pulse/contract/sites";
import type { LatLon } from "@pulse/geo/latLon";
import { localFrame, type LocalFrame, type Point } from "@pulse/geo/localFrame";
import { type Segment, walkGrid } from "./walkGrid.ts";
import { findPath } from "./findPath.ts";

export type RouteFloor = Pick<FloorPlan, "id" | "name" | "level" | "buildingId" | "walls" | "doors" | "lifts">;

/** A place on a floor; null: outside, or unknown. */
export interface RouteEnd extends LatLon {
  floorId: string | null;
}

/** The part of a route on one floor. */
export interface Leg {
  /** Null: outside of all floors. */
  floorId: string | null;
  points: readonly LatLon[];
  lengthM: number;
  /** Its direction, seen from its start. */
  direction: Direction;
  /** The lift to the next leg's floor; null: this is the last leg. */
  up: { lift: string | null; floorId: string } | null;
}

export interface Route {
  legs: readonly Leg[];
  lengthM: number;
  /** Whether part of it is a straight line, since no path around the walls exists in the drawing. */
  isStraight: boolean;
}

const directions = ["north", "northEast", "east", "southEast", "south", "southWest", "west", "northWest"] as const;
export type Direction = (typeof directions)[number];

/** Lifts or stairs drawn on two floors are the same if they are this close, m. */
const sameLiftM = 4;
/** How many lifts are tried: those with the shortest estimated route. */
const liftsTried = 3;

/** The route from one place to another: around drawn walls, through drawn doors, by the lift that makes it shortest. */
export function planRoute(from: RouteEnd, to: RouteEnd, floors: readonly RouteFloor[]): Route {
  const frame = localFrame(to);
  const target = floors.find(({ id }) => id === to.floorId) ?? null;
  const start = startFloor(from, target, floors);
  if (target === null || start === null || start.id === target.id)
    return joinLegs([legOnFloor(frame, target, from, to, null)]);
  const lifts = target.buildingId === start.buildingId ? sharedLifts(frame, start, target) : [];
  const toLocal = frame.toLocal;
  const routes = lifts
    .toSorted((a, b) => estimateM(toLocal(from), a, toLocal(to)) - estimateM(toLocal(from), b, toLocal(to)))
    .slice(0, liftsTried)
    .map((lift) =>
      joinLegs([
        legOnFloor(frame, start, from, frame.toLatLon(lift.below), { lift: lift.name, floorId: target.id }),
        legOnFloor(frame, target, frame.toLatLon(lift.above), to, null),
      ]),
    )
    .toSorted((a, b) => Number(a.isStraight) - Number(b.isStraight) || a.lengthM - b.lengthM);
  if (routes[0] !== undefined) return routes[0];
  // No lift is drawn, so it is unknown where to change floors.
  const straight = legOnFloor(frame, null, from, to, { lift: null, floorId: target.id });
  return joinLegs([{ ...straight, leg: { ...straight.leg, floorId: start.id }, isStraight: true }]);
}

/** The eighth of the compass from one point to another. */
export function directionOf({ x: fromX, y: fromY }: Point, { x, y }: Point): Direction {
  const turns = Math.atan2(x - fromX, y - fromY) / (2 * Math.PI);
  return directions[Math.round(turns * 8 + 8) % 8]!;
}

/** A route from outside starts on the floor nearest to the ground. */
function startFloor(from: RouteEnd, target: RouteFloor | null, floors: readonly RouteFloor[]): RouteFloor | null {
  const ownFloor = floors.find(({ id }) => id === from.floorId);
  if (ownFloor !== undefined || target === null) return ownFloor ?? null;
  const building = floors.filter(({ buildingId }) => buildingId === target.buildingId);
  return building.toSorted((a, b) => Math.abs(a.level) - Math.abs(b.level))[0] ?? null;
}

interface SharedLift {
  name: string;
  below: Point;
  above: Point;
}

function sharedLifts(frame: LocalFrame, start: RouteFloor, target: RouteFloor): SharedLift[] {
  const middle = (area: readonly LatLon[]): Point => {
    const points = area.map(frame.toLocal);
    const sum = points.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
    return { x: sum.x / points.length, y: sum.y / points.length };
  };
  return start.lifts.flatMap((lift) => {
    const below = middle(lift.area);
    const pairs = target.lifts.map((other) => ({
      name: lift.name,
      below,
      above: middle(other.area),
      other: other.name,
    }));
    const same = pairs.find(
      ({ above, other }) =>
        distance(below, above) <= sameLiftM ||
        (other !== "" && other === lift.name && distance(below, above) <= 3 * sameLiftM),
    );
    return same === undefined ? [] : [same];
  });
}

interface WalkedLeg {
  leg: Leg;
  isStraight: boolean;
}

function legOnFloor(
  frame: LocalFrame,
  floor: RouteFloor | null,
  from: RouteEnd | LatLon,
  to: LatLon,
  up: Leg["up"],
): WalkedLeg {
  const [a, b] = [frame.toLocal(from), frame.toLocal(to)];
  const local = ([one, other]: readonly [LatLon, LatLon]): Segment => [frame.toLocal(one), frame.toLocal(other)];
  const walls = (floor?.walls ?? []).flatMap(({ points }) =>
    points.slice(1).map((point, nth) => local([points[nth]!, point])),
  );
  const grid =
    walls.length === 0
      ? null
      : walkGrid(
          walls,
          (floor?.doors ?? []).map(({ at }) => local(at)),
          [a, b],
        );
  const path = grid === null ? null : findPath(grid, a, b);
  const points = path ?? [a, b];
  return {
    leg: {
      floorId: floor?.id ?? null,
      points: points.map(frame.toLatLon),
      lengthM: points.slice(1).reduce((sum, point, nth) => sum + distance(points[nth]!, point), 0),
      direction: directionOf(a, b),
      up,
    },
    isStraight: walls.length > 0 && path === null,
  };
}

function joinLegs(parts: readonly WalkedLeg[]): Route {
  return {
    legs: parts.map(({ leg }) => leg),
    lengthM: parts.reduce((sum, { leg }) => sum + leg.lengthM, 0),
    isStraight: parts.some(({ isStraight }) => isStraight),
  };
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const estimateM = (from: Point, { below, above }: SharedLift, to: Point): number =>
  distance(from, below) + distance(above, to);
