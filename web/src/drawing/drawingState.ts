import type { Point } from "@pulse/geo/localFrame";
import { isArea, minPoints, type Shape, type ShapeKind } from "./sketch.ts";
import { distance } from "./snap.ts";
import { withStoredIds } from "./storedIds.ts";

/** A shape whose points are being set. */
export interface OpenShape {
  kind: ShapeKind;
  points: readonly Point[];
}

/** What can be undone. */
interface Step {
  shapes: readonly Shape[];
  open: OpenShape | null;
}

export interface DrawingState extends Step {
  selected: string | null;
  past: readonly Step[];
  future: readonly Step[];
  /** The shapes when a drag began. */
  beforeDrag: Step | null;
  /** The number of new shapes so far, for their keys. */
  createdCount: number;
}

export type DrawingAction =
  /** A point of a new shape. The first point again closes an area, the last one again ends it. */
  | { kind: "point"; of: ShapeKind; at: Point }
  | { kind: "finish" }
  /** Removes the open shape's last point. */
  | { kind: "back" }
  | { kind: "cancel" }
  | { kind: "select"; key: string | null }
  | { kind: "dragVertex"; key: string; nth: number; at: Point }
  | { kind: "drop" }
  | { kind: "moveVertex"; key: string; nth: number; at: Point }
  | { kind: "insertVertex"; key: string; after: number; at: Point }
  | { kind: "removeVertex"; key: string; nth: number }
  | { kind: "remove"; key: string }
  | { kind: "describe"; key: string; change: Partial<Pick<Shape, "name" | "use" | "lossDb">> }
  /** Replaces all shapes; can be undone. */
  | { kind: "put"; shapes: readonly Shape[]; selected: string | null }
  | {
      kind: "addSuggested";
      walls: readonly (readonly Point[])[];
      rooms: readonly { name: string; use?: string; points: readonly Point[] }[];
    }
  | { kind: "replace"; shapes: readonly Shape[] }
  /** The server has stored the shapes that were sent; what was drawn since stays, unsaved. */
  | { kind: "saved"; submitted: readonly Shape[]; stored: readonly Shape[] }
  | { kind: "undo" }
  | { kind: "redo" };

const samePointM = 0.02;
const maxSteps = 300;

export function startDrawing(shapes: readonly Shape[]): DrawingState {
  return { shapes, open: null, selected: null, past: [], future: [], beforeDrag: null, createdCount: 0 };
}

/** The state after an action. */
export function drawingAfter(state: DrawingState, action: DrawingAction): DrawingState {
  return isOfDrawing(action) ? replaceAll(state, action) : ofShape(state, action);
}

function ofShape(state: DrawingState, action: Exclude<DrawingAction, { kind: DrawingKind }>): DrawingState {
  switch (action.kind) {
    case "point":
      return withPoint(state, action.of, action.at);
    case "finish":
      return finished(state);
    case "back":
      return withoutLast(state);
    case "cancel":
      return cancelled(state);
    case "select":
      return { ...state, selected: action.key };
    case "dragVertex":
      return dragVertex(state, action);
    case "drop":
      return drop(state);
    case "moveVertex":
      return moved(pushHistory(state), action);
    case "insertVertex":
      return changed(pushHistory(state), action.key, (points) => points.toSpliced(action.after + 1, 0, action.at));
    case "removeVertex":
      return withoutVertex(state, action.key, action.nth);
    case "remove":
      return { ...pushHistory(state), shapes: state.shapes.filter(({ key }) => key !== action.key), selected: null };
    case "describe":
      break;
  }
  return described(state, action);
}

type Of<Kind extends DrawingAction["kind"]> = Extract<DrawingAction, { kind: Kind }>;

/** The actions that concern the whole drawing, not one shape of it. */
const drawingKinds = ["put", "addSuggested", "replace", "saved", "undo", "redo"] as const;
type DrawingKind = (typeof drawingKinds)[number];
const isOfDrawing = (action: DrawingAction): action is Of<DrawingKind> =>
  (drawingKinds as readonly string[]).includes(action.kind);

function dragVertex(state: DrawingState, action: Of<"dragVertex">): DrawingState {
  return { ...moved(state, action), beforeDrag: state.beforeDrag ?? stepOf(state) };
}

function described(state: DrawingState, { key, change }: Of<"describe">): DrawingState {
  const shapes = state.shapes.map((shape) => (shape.key === key ? { ...shape, ...change } : shape));
  return { ...pushHistory(state), shapes };
}

function replaceAll(
  state: DrawingState,
  action: Of<"put" | "addSuggested" | "replace" | "saved" | "undo" | "redo">,
): DrawingState {
  if (action.kind === "put")
    return { ...pushHistory(state), shapes: action.shapes, open: null, selected: action.selected };
  if (action.kind === "addSuggested") return withSuggested(state, action);
  if (action.kind === "saved") return withSaved(state, action);
  return action.kind === "replace" ? startDrawing(action.shapes) : travel(state, action.kind);
}

function withSaved(state: DrawingState, { submitted, stored }: Of<"saved">): DrawingState {
  if (state.shapes === submitted && state.open === null) return startDrawing(stored);
  const withIds = (step: Step): Step => ({ ...step, shapes: withStoredIds(step.shapes, submitted, stored) });
  const past = [{ shapes: withStoredIds(submitted, submitted, stored), open: null }];
  return { ...state, ...withIds(state), past, future: [], beforeDrag: state.beforeDrag && withIds(state.beforeDrag) };
}

function drop(state: DrawingState): DrawingState {
  return state.beforeDrag === null ? state : { ...pushHistory(state, state.beforeDrag), beforeDrag: null };
}

function travel(state: DrawingState, direction: "undo" | "redo"): DrawingState {
  const { past, future } = state;
  return direction === "undo"
    ? restore(state, past.at(-1), { past: past.slice(0, -1), future: [stepOf(state), ...future] })
    : restore(state, future[0], { past: [...past, stepOf(state)], future: future.slice(1) });
}

function withPoint(state: DrawingState, kind: ShapeKind, at: Point): DrawingState {
  const points = state.open?.kind === kind ? state.open.points : [];
  const [first, last] = [points[0], points.at(-1)];
  const isClosed = isArea(kind) && first !== undefined && points.length > 2 && distance(first, at) < samePointM;
  const isEnded = last !== undefined && distance(last, at) < samePointM;
  if (isClosed || isEnded) return finished(state);
  const next = { ...pushHistory(state), open: { kind, points: [...points, at] }, selected: null };
  return (kind === "door" || kind === "circle") && points.length === 1 ? closed(next) : next;
}

function cancelled(state: DrawingState): DrawingState {
  return state.open === null ? { ...state, selected: null } : { ...pushHistory(state), open: null };
}

function finished(state: DrawingState): DrawingState {
  const { open } = state;
  return open === null || open.points.length < minPoints(open.kind) ? state : closed(pushHistory(state));
}

/** Adds the open shape to the others. A new outline replaces the old one, and a circle replaces the whole geofence. */
function closed(state: DrawingState): DrawingState {
  const { open, shapes } = state;
  if (open === null) return state;
  const key = open.kind === "outline" ? "outline" : `new-${state.createdCount + 1}`;
  const shape: Shape = { ...plain(open.kind), key, points: open.points };
  const others = shapes.filter((each) => each.key !== key && !replaces(open.kind, each.kind));
  return { ...state, shapes: [...others, shape], open: null, selected: key, createdCount: state.createdCount + 1 };
}

/** Whether a new shape replaces an existing one. */
function replaces(created: ShapeKind, there: ShapeKind): boolean {
  return created === "circle" || (created === "fence" && there === "circle");
}

/** Adds all of them as one step of undo. */
function withSuggested(state: DrawingState, { walls, rooms }: Of<"addSuggested">): DrawingState {
  const shapes = [
    ...walls.map((points) => ({ ...plain("wall"), points })),
    ...rooms.map((room) => ({ ...plain("room"), ...room })),
  ].map((shape, nth): Shape => ({ ...shape, key: `new-${state.createdCount + 1 + nth}` }));
  return {
    ...pushHistory(state),
    shapes: [...state.shapes, ...shapes],
    createdCount: state.createdCount + shapes.length,
  };
}

const plain = (kind: ShapeKind) => ({ kind, id: null, name: "", use: "", lossDb: null });

function withoutLast(state: DrawingState): DrawingState {
  const { open } = state;
  if (open === null) return state;
  const points = open.points.slice(0, -1);
  return { ...pushHistory(state), open: points.length === 0 ? null : { ...open, points } };
}

function withoutVertex(state: DrawingState, key: string, nth: number): DrawingState {
  const shape = state.shapes.find((each) => each.key === key);
  if (shape === undefined || shape.points.length <= minPoints(shape.kind)) return state;
  return changed(pushHistory(state), key, (points) => points.toSpliced(nth, 1));
}

function moved(state: DrawingState, { key, nth, at }: { key: string; nth: number; at: Point }): DrawingState {
  const shape = state.shapes.find((each) => each.key === key);
  const [centre] = shape?.points ?? [];
  // A circle moves with its centre.
  if (shape?.kind === "circle" && centre !== undefined && nth === 0)
    return changed(state, key, (points) =>
      points.map(({ x, y }) => ({ x: x + at.x - centre.x, y: y + at.y - centre.y })),
    );
  return changed(state, key, (points) => points.map((point, each) => (each === nth ? at : point)));
}

function changed(state: DrawingState, key: string, by: (points: readonly Point[]) => Point[]): DrawingState {
  const shapes = state.shapes.map((shape) => (shape.key === key ? { ...shape, points: by(shape.points) } : shape));
  return { ...state, shapes };
}

function stepOf({ shapes, open }: DrawingState): Step {
  return { shapes, open };
}

function pushHistory(state: DrawingState, step = stepOf(state)): DrawingState {
  return { ...state, past: [...state.past, step].slice(-maxSteps), future: [] };
}

function restore(
  state: DrawingState,
  step: Step | undefined,
  history: Pick<DrawingState, "past" | "future">,
): DrawingState {
  if (step === undefined) return state;
  const isThere = step.shapes.some(({ key }) => key === state.selected);
  return { ...state, ...step, ...history, beforeDrag: null, selected: isThere ? state.selected : null };
}
