import { placementOf, placePlan } from "@pulse/geo/floorPlan";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type DrawingAction, drawingAfter, type DrawingState, startDrawing } from "./drawingState.ts";
import { shapeAt } from "./hit.ts";
import { drawingBody, type Shape, shapesOf } from "./sketch.ts";
import { snap } from "./snap.ts";

const at = (x: number, y: number) => ({ x, y });
const shape = (kind: Shape["kind"], points: Shape["points"], key: string = kind): Shape => ({
  key,
  kind,
  id: null,
  points,
  name: "",
  use: "",
  lossDb: null,
});
const square = shape("room", [at(0, 0), at(10, 0), at(10, 8), at(0, 8)]);
const after = (state: DrawingState, ...actions: DrawingAction[]): DrawingState => actions.reduce(drawingAfter, state);
const points = (of: Shape["kind"], ...places: [number, number][]): DrawingAction[] =>
  places.map(([x, y]) => ({ kind: "point", of, at: at(x, y) }));

it("a drawn point snaps to a vertex, then to a side, then to a right angle", () => {
  const near = { shapes: [square], before: [], withinM: 0.5 };
  expect(snap(at(9.7, 0.2), near)).toEqual({ point: at(10, 0), to: "vertex" });
  expect(snap(at(5, 8.3), near)).toEqual({ point: at(5, 8), to: "edge" });
  expect(snap(at(20, 20), near)).toEqual({ point: at(20, 20), to: null });
  const line = { shapes: [], before: [at(0, 0), at(4, 3)], withinM: 0.5 };
  const { point, to } = snap(at(1.1, 7.1), line);
  expect(to).toBe("angle");
  expect((point.x - 4) * 4 + (point.y - 3) * 3).toBeCloseTo(0, 9);
});

it("a drawn point snaps no farther than the given distance, also when snapped again", () => {
  const metres = fc.double({ min: -5, max: 20, noNaN: true });
  fc.assert(
    fc.property(metres, metres, metres, metres, (x, y, lastX, lastY) => {
      const near = { shapes: [square], before: [at(lastX, lastY)], withinM: 0.4 };
      const { point } = snap(at(x, y), near);
      expect(Math.hypot(point.x - x, point.y - y)).toBeLessThanOrEqual(0.4 + 1e-9);
      const again = snap(point, near).point;
      expect(Math.hypot(again.x - point.x, again.y - point.y)).toBeLessThanOrEqual(0.4 + 1e-9);
    }),
  );
});

it("an area closes at its first point, a wall ends at its last one, and a door has two points", () => {
  const room = after(startDrawing([]), ...points("room", [0, 0], [5, 0], [5, 5], [0, 0]));
  expect(room.shapes).toMatchObject([{ kind: "room", points: [at(0, 0), at(5, 0), at(5, 5)] }]);
  expect(room.selected).toBe(room.shapes[0]!.key);
  const wall = after(startDrawing([]), ...points("wall", [0, 0], [5, 0], [5, 5], [5, 5]));
  expect(wall.shapes).toMatchObject([{ kind: "wall", points: [at(0, 0), at(5, 0), at(5, 5)] }]);
  expect(after(startDrawing([]), ...points("door", [0, 0], [1, 0])).shapes).toHaveLength(1);
});

it("a new outline replaces the floor's old one", () => {
  const outlined = after(
    startDrawing([shape("outline", square.points)]),
    ...points("outline", [0, 0], [9, 0], [9, 9]),
    {
      kind: "finish",
    },
  );
  expect(outlined.shapes).toMatchObject([{ kind: "outline", points: [at(0, 0), at(9, 0), at(9, 9)] }]);
});

it("too few points make no shape, and a shape keeps its last vertices", () => {
  expect(after(startDrawing([]), ...points("room", [0, 0], [5, 0]), { kind: "finish" }).shapes).toEqual([]);
  const three = shape("room", [at(0, 0), at(1, 0), at(1, 1)]);
  expect(after(startDrawing([three]), { kind: "removeVertex", key: "room", nth: 0 }).shapes).toEqual([three]);
});

it("dragging a vertex is one step of a drawing's history", () => {
  const drag = (x: number): DrawingAction => ({ kind: "dragVertex", key: "room", nth: 0, at: at(x, 1) });
  const dragged = after(startDrawing([square]), drag(1), drag(2), drag(3), { kind: "drop" });
  expect(dragged.shapes[0]!.points[0]).toEqual(at(3, 1));
  expect(after(dragged, { kind: "undo" }).shapes).toEqual([square]);
});

it("undoing all steps of a drawing leads back to the start, and redoing them to the end", () => {
  const point = fc.record({ x: fc.integer({ min: 0, max: 9 }), y: fc.integer({ min: 0, max: 9 }) });
  const key = fc.constantFrom("room", "outline", "new-1", "new-2");
  const nth = fc.integer({ min: 0, max: 4 });
  const action: fc.Arbitrary<DrawingAction> = fc.oneof(
    fc.record({
      kind: fc.constant("point" as const),
      of: fc.constantFrom("wall" as const, "room" as const, "door" as const, "outline" as const),
      at: point,
    }),
    fc.constantFrom({ kind: "finish" as const }, { kind: "back" as const }, { kind: "cancel" as const }),
    fc.record({ kind: fc.constant("moveVertex" as const), key, nth, at: point }),
    fc.record({ kind: fc.constant("insertVertex" as const), key, after: nth, at: point }),
    fc.record({ kind: fc.constant("removeVertex" as const), key, nth }),
    fc.record({ kind: fc.constant("remove" as const), key }),
    fc.record({ kind: fc.constant("describe" as const), key, change: fc.record({ name: fc.string() }) }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
      const done = after(startDrawing([square]), ...actions);
      let state = done;
      while (state.past.length > 0) state = drawingAfter(state, { kind: "undo" });
      expect([state.shapes, state.open]).toEqual([[square], null]);
      while (state.future.length > 0) state = drawingAfter(state, { kind: "redo" });
      expect([state.shapes, state.open]).toEqual([done.shapes, done.open]);
    }),
  );
});

it("a drawing keeps its world coordinates through the plan and back", () => {
  const plan = placePlan(placementOf({ lat: 51, lon: 4 }, 60, 40, 33));
  const area = [at(1, 1), at(9, 1), at(9, 7)].map(plan.toLatLon);
  const floor = {
    outline: area,
    walls: [{ id: "w", points: area, lossDb: 4 }],
    doors: [{ id: "d", at: [area[0]!, area[1]!] as [(typeof area)[0], (typeof area)[0]] }],
    lifts: [{ id: "l", name: "Lift A", area }],
    rooms: [{ id: "r", name: "Store", kind: null, area }],
  };
  const body = drawingBody(shapesOf(floor, plan), plan, floor);
  expect(body.walls).toMatchObject([{ id: "w", lossDb: 4 }]);
  expect(body.lifts).toMatchObject([{ id: "l", name: "Lift A" }]);
  expect(body.rooms).toMatchObject([{ id: "r", name: "Store", kind: null }]);
  for (const [nth, place] of (body.rooms?.[0]?.area ?? []).entries()) {
    expect(place.lat).toBeCloseTo(area[nth]!.lat, 9);
    expect(place.lon).toBeCloseTo(area[nth]!.lon, 9);
  }
  expect(drawingBody([], plan, floor)).toEqual({ outline: null, walls: [], doors: [], lifts: [], rooms: [] });
});

it("a click selects the nearest side, or else the smallest area around it", () => {
  const hall = shape("outline", [at(-5, -5), at(30, -5), at(30, 30), at(-5, 30)]);
  const wall = shape("wall", [at(0, 4), at(10, 4)]);
  expect(shapeAt(at(5, 4.2), [hall, square, wall], 0.5)).toBe(wall);
  expect(shapeAt(at(5, 6), [hall, square, wall], 0.5)).toBe(square);
  expect(shapeAt(at(20, 20), [hall, square, wall], 0.5)).toBe(hall);
  expect(shapeAt(at(50, 50), [hall, square, wall], 0.5)).toBeNull();
});

it("shapes drawn while others are being saved stay, the saved ones get their ids, and an undo leads to what is saved", () => {
  const drawn = after(startDrawing([square]), ...points("wall", [0, 0], [5, 0], [5, 0]));
  const stored = [{ ...square, id: "r" }, shape("wall", [at(0, 0), at(5, 0)], "w")].map((each) => ({
    ...each,
    id: each.id ?? each.key,
  }));
  const saved: DrawingAction = { kind: "saved", submitted: drawn.shapes, stored };
  expect(after(drawn, saved)).toEqual(startDrawing(stored));
  const typed = after(drawn, ...points("door", [1, 0], [2, 0]), saved);
  expect(typed.shapes.map(({ kind, id }) => [kind, id])).toEqual([
    ["room", "r"],
    ["wall", "w"],
    ["door", null],
  ]);
  expect(typed.past).toHaveLength(1);
  const undone = after(typed, { kind: "undo" });
  expect(undone.shapes.map(({ id }) => id)).toEqual(["r", "w"]);
  expect(undone.past).toEqual([]);
  // A point of a shape that is not finished yet is kept too.
  expect(after(drawn, ...points("wall", [9, 9]), saved).open?.points).toEqual([at(9, 9)]);
});
