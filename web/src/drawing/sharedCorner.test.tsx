import type { LatLon } from "@pulse/geo/latLon";
import { placePlan } from "@pulse/geo/floorPlan";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { floorId, ground, siteId, siteStage, warehouse } from "../test/siteStage.tsx";
import { press } from "../test/stage.tsx";
import DrawingPage from "./DrawingPage.tsx";

const plan = placePlan(ground);
const pxPerM = 10;
let click: (at: LatLon) => void = () => undefined;

// No WebGL here: the map only places what is drawn above it.
vi.mock("../placing/PlanMap.tsx", () => ({
  PlanMap: ({ onClick, children }: { onClick(at: LatLon): void; children(view: object): ReactNode }) => {
    click = onClick;
    const project = (at: LatLon) => {
      const { x, y } = plan.toImage(at);
      return { x: x * pxPerM, y: y * pxPerM };
    };
    const unproject = ({ x, y }: { x: number; y: number }) => plan.toLatLon({ x: x / pxPerM, y: y / pxPerM });
    return children({ project, unproject, pxPerM });
  },
}));

async function open() {
  vi.useFakeTimers({ toFake: ["performance"] });
  const set = siteStage();
  set.answers["getSite"] = () => ({ ...warehouse, floorPlans: [{ ...ground, outline: null, rooms: [] }] });
  set.answers["setFloorDrawing"] = () => ({ ...ground, version: ground.version + 1 });
  const path = "/sites/:siteId/details/floors/:floorId/drawing";
  set.open([{ path, element: <DrawingPage /> }], path.replace(":siteId", siteId).replace(":floorId", floorId));
  fireEvent.click(await screen.findByLabelText("Room"));
  return set;
}
const draw = (...places: [number, number][]): void => {
  for (const [x, y] of places) act(() => click(plan.toLatLon({ x, y })));
};
/** Presses a handle of the selected room without moving it, or moves it, px. */
const grab = (name: string, byPx = 0, afterMs = 1_000): void => {
  vi.advanceTimersByTime(afterMs);
  const handle = screen.getByRole("button", { name });
  Object.assign(handle, { setPointerCapture: () => undefined });
  fireEvent.pointerDown(handle, { button: 0, clientX: 0, clientY: 0 });
  fireEvent.pointerMove(handle, { clientX: byPx, clientY: 0 });
  fireEvent.pointerUp(handle, { clientX: byPx, clientY: 0 });
};
const nameIt = (name: string): void =>
  void fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: name } });

it("a press on a corner of the room just drawn begins the next room there, and moves nothing", async () => {
  const { requestsTo } = await open();
  draw([2, 2], [6, 2], [6, 6], [2, 6], [2, 2]);
  nameIt("Store");
  // A hand shakes by a pixel.
  grab("Point 2", 1);
  draw([10, 2], [10, 6]);
  draw([6, 6], [6, 2]);
  nameIt("Office");
  press("Save");
  await waitFor(() => expect(requestsTo("setFloorDrawing")).toHaveLength(1));
  const { rooms } = requestsTo("setFloorDrawing")[0]!.body as { rooms: { name: string; area: LatLon[] }[] };
  const metres = rooms.map(({ name, area }) => [
    name,
    ...area.map((at) => [Math.round(plan.toImage(at).x), Math.round(plan.toImage(at).y)].join()),
  ]);
  expect(metres).toEqual([
    ["Store", "2,2", "6,2", "6,6", "2,6"],
    ["Office", "6,2", "10,2", "10,6", "6,6"],
  ]);
});

it("a corner of the room just drawn can still be dragged, and its sides offer no new points while rooms are drawn", async () => {
  const { requestsTo } = await open();
  draw([2, 2], [6, 2], [6, 6], [2, 6], [2, 2]);
  expect(screen.queryByRole("button", { name: "Add a point on side 1" })).toBeNull();
  nameIt("Store");
  grab("Point 2", 10);
  press("Save");
  await waitFor(() => expect(requestsTo("setFloorDrawing")).toHaveLength(1));
  const { rooms } = requestsTo("setFloorDrawing")[0]!.body as { rooms: { area: LatLon[] }[] };
  expect(plan.toImage(rooms[0]!.area[1]!).x).toBeCloseTo(7, 3);
});

it("the second press of a double-click that closes a room begins no other room", async () => {
  await open();
  draw([2, 2], [6, 2], [6, 6], [2, 6], [2, 2]);
  grab("Point 1", 0, 100);
  expect(screen.getByRole("status").textContent).not.toMatch(/finish/);
  grab("Point 1");
  expect(screen.getByRole("status").textContent).toMatch(/finish/);
});
