import { type Placement, placePlan } from "@pulse/geo/floorPlan";
import type { LatLon } from "@pulse/geo/latLon";
import type { Point } from "@pulse/geo/localFrame";
import { changedPlacement } from "@pulse/geo/placementChange";
import { type ImageSize, imageToWorld, matchPlan } from "@pulse/geo/planMatch";

/** A chosen point of the plan, px of its image; `at` null: its place is not known yet. */
export interface PlanPoint {
  image: Point;
  at: LatLon | null;
}

/** What can be undone. */
interface Step {
  placement: Placement;
  points: readonly PlanPoint[];
}

/** The whole state of placing a plan, so that all tools and numbers agree. */
export interface PlacingState extends Step {
  image: ImageSize;
  past: readonly Step[];
  future: readonly Step[];
  /** The state when a drag began. */
  beforeDrag: Step | null;
}

export type PlacingAction =
  /** During a drag: shown, but not yet a step of undo. */
  | { kind: "drag"; placement: Placement }
  /** The drag has ended. */
  | { kind: "drop" }
  | { kind: "place"; placement: Placement }
  /** A new point of the plan; its place comes next. */
  | { kind: "addPoint"; image: Point }
  /** The place of a point; null: to be given again. */
  | { kind: "match"; nth: number; at: LatLon | null }
  | { kind: "removePoint"; nth: number }
  /** The distance between the first two points is known. */
  | { kind: "setDistance"; distanceM: number }
  | { kind: "undo" }
  | { kind: "redo" };

const maxSteps = 200;

export function startPlacing(placement: Placement, image: ImageSize): PlacingState {
  return { placement, image, points: [], past: [], future: [], beforeDrag: null };
}

/** The state after an action. */
export function placingAfter(state: PlacingState, action: PlacingAction): PlacingState {
  switch (action.kind) {
    case "drag":
      return { ...state, placement: action.placement, beforeDrag: state.beforeDrag ?? stepOf(state) };
    case "drop":
      return state.beforeDrag === null ? state : { ...pushHistory(state, state.beforeDrag), beforeDrag: null };
    case "place":
      return { ...pushHistory(state), placement: action.placement };
    case "addPoint":
      return { ...pushHistory(state), points: [...state.points, { image: action.image, at: null }] };
    case "match": {
      const points = state.points.map((point, nth) => (nth === action.nth ? { ...point, at: action.at } : point));
      return matched({ ...pushHistory(state), points });
    }
    case "removePoint":
      return matched({ ...pushHistory(state), points: state.points.filter((_, nth) => nth !== action.nth) });
    case "setDistance":
      return atDistance(state, action.distanceM);
    case "undo":
    case "redo":
      break;
  }
  return travel(state, action.kind);
}

function travel(state: PlacingState, direction: "undo" | "redo"): PlacingState {
  const { past, future } = state;
  return direction === "undo"
    ? restore(state, past.at(-1), { past: past.slice(0, -1), future: [stepOf(state), ...future] })
    : restore(state, future[0], { past: [...past, stepOf(state)], future: future.slice(1) });
}

/** The index of the point whose place is missing, or −1. */
export function waitingPoint({ points }: Pick<PlacingState, "points">): number {
  return points.findIndex(({ at }) => at === null);
}

function stepOf({ placement, points }: PlacingState): Step {
  return { placement, points };
}

function pushHistory(state: PlacingState, step = stepOf(state)): PlacingState {
  return { ...state, past: [...state.past, step].slice(-maxSteps), future: [] };
}

function restore(
  state: PlacingState,
  step: Step | undefined,
  rest: Pick<PlacingState, "past" | "future">,
): PlacingState {
  return step === undefined ? state : { ...state, ...step, ...rest, beforeDrag: null };
}

/** One matched point moves the plan there; two or more determine the whole placement. */
function matched(state: PlacingState): PlacingState {
  const matches = state.points.flatMap(({ image, at }) => (at === null ? [] : [{ image, at }]));
  const [first] = matches;
  if (first === undefined) return state;
  const placement =
    matchPlan(matches, state.image) ??
    changedPlacement(state.placement, {
      about: imageToWorld(first.image, state.placement, state.image),
      to: first.at,
    });
  return { ...state, placement };
}

/** Scales the plan so that its first two points are this far apart. The top-left corner stays. */
function atDistance(state: PlacingState, distanceM: number): PlacingState {
  const nowM = pointsDistanceM(state);
  if (nowM === null || !(nowM > 0 && distanceM > 0)) return state;
  const about = state.placement.northWest;
  return { ...pushHistory(state), placement: changedPlacement(state.placement, { about, factor: distanceM / nowM }) };
}

/** The distance of the first two points in the current placement, m; null with fewer. */
export function pointsDistanceM({ points, placement, image }: PlacingState): number | null {
  const [a, b] = points;
  if (a === undefined || b === undefined) return null;
  const plan = placePlan(placement);
  return Math.hypot(
    ((a.image.x - b.image.x) / image.width) * plan.widthM,
    ((a.image.y - b.image.y) / image.height) * plan.heightM,
  );
}

/** A key for a point of a plan. */
export function pointKey({ image }: PlanPoint, nth: number): string {
  return `${nth}/${image.x}/${image.y}`;
}
