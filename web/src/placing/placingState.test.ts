import { type Placement, placementOf, placePlan } from "@pulse/geo/floorPlan";
import { imageToWorld } from "@pulse/geo/planMatch";
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type PlacingAction,
  placingAfter,
  type PlacingState,
  pointsDistanceM,
  startPlacing,
  waitingPoint,
} from "./placingState.ts";

const image = { width: 1000, height: 500 };
const here = placementOf({ lat: 51, lon: 4 }, 100, 50, 0);
const there = placementOf({ lat: 51.002, lon: 4.001 }, 80, 40, 30);
const start = (): PlacingState => startPlacing(here, image);
const after = (...actions: PlacingAction[]): PlacingState => actions.reduce(placingAfter, start());

it("dragging a plan is one step, however many pointer moves it has", () => {
  const moved = after(
    { kind: "drag", placement: placementOf({ lat: 51.001, lon: 4 }, 100, 50, 0) },
    { kind: "drag", placement: there },
    { kind: "drop" },
  );
  expect(moved.placement).toBe(there);
  expect(moved.past).toHaveLength(1);
  expect(placingAfter(moved, { kind: "undo" }).placement).toBe(here);
});

it("letting go of a plan without a drag is not a step", () => {
  expect(after({ kind: "drop" }).past).toEqual([]);
});

it("undoing all steps of a placement leads back to the start, and redoing them to the end", () => {
  const lat = fc.double({ min: 50.9, max: 51.1, noNaN: true });
  const at = fc.record({ lat, lon: fc.double({ min: 3.9, max: 4.1, noNaN: true }) });
  const px = fc.record({ x: fc.integer({ min: 0, max: 1000 }), y: fc.integer({ min: 0, max: 500 }) });
  const action: fc.Arbitrary<PlacingAction> = fc.oneof(
    at.map((northWest) => ({ kind: "place" as const, placement: placementOf(northWest, 50, 25, 10) })),
    px.map((point) => ({ kind: "addPoint" as const, image: point })),
    fc.record({ kind: fc.constant("match" as const), nth: fc.integer({ min: 0, max: 3 }), at }),
    fc.record({ kind: fc.constant("removePoint" as const), nth: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ kind: fc.constant("setDistance" as const), distanceM: fc.double({ min: 1, max: 500, noNaN: true }) }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 20 }), (actions) => {
      const done = after(...actions);
      let state = done;
      while (state.past.length > 0) state = placingAfter(state, { kind: "undo" });
      expect({ placement: state.placement, points: state.points }).toEqual({ placement: here, points: [] });
      while (state.future.length > 0) state = placingAfter(state, { kind: "redo" });
      expect({ placement: state.placement, points: state.points }).toEqual({
        placement: done.placement,
        points: done.points,
      });
    }),
  );
});

it("the first matched point moves the plan, and the second rotates and scales it", () => {
  const places = (placement: Placement) => ({
    a: imageToWorld({ x: 100, y: 100 }, placement, image),
    b: imageToWorld({ x: 900, y: 400 }, placement, image),
  });
  const one = after(
    { kind: "addPoint", image: { x: 100, y: 100 } },
    { kind: "match", nth: 0, at: places(there).a },
    { kind: "addPoint", image: { x: 900, y: 400 } },
  );
  expect(waitingPoint(one)).toBe(1);
  expect(places(one.placement).a.lat).toBeCloseTo(places(there).a.lat, 8);
  expect(one.placement.rotationDeg).toBe(0);
  const two = placingAfter(one, { kind: "match", nth: 1, at: places(there).b });
  expect(waitingPoint(two)).toBe(-1);
  expect(two.placement.rotationDeg).toBeCloseTo(30, 3);
  expect(placePlan(two.placement).widthM).toBeCloseTo(80, 2);
});

it("a known distance between two points scales the plan and keeps its corner", () => {
  const state = after(
    { kind: "addPoint", image: { x: 0, y: 0 } },
    { kind: "addPoint", image: { x: 500, y: 0 } },
    { kind: "setDistance", distanceM: 75 },
  );
  expect(pointsDistanceM(state)).toBeCloseTo(75, 6);
  expect(placePlan(state.placement).widthM).toBeCloseTo(150, 4);
  expect(state.placement.northWest.lat).toBeCloseTo(51, 9);
});

it("a new step of a placement after an undo drops the steps to redo", () => {
  const undone = after({ kind: "place", placement: there }, { kind: "undo" });
  expect(undone.future).toHaveLength(1);
  expect(placingAfter(undone, { kind: "addPoint", image: { x: 1, y: 1 } }).future).toEqual([]);
});
