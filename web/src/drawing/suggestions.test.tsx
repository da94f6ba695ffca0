import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { floorId, ground, siteId, siteStage, warehouse } from "../test/siteStage.tsx";
import { press } from "../test/stage.tsx";
import DrawingPage from "./DrawingPage.tsx";
import type { WallLine } from "./WallLine.ts";

vi.mock("../placing/PlanMap.tsx", () => ({ PlanMap: () => null }));
vi.mock("../placing/loadPlanImage.ts", () => ({ loadPlanImage: async () => ({}) }));

const line = (ax: number, ay: number, bx: number, by: number): WallLine => ({
  a: { x: ax, y: ay },
  b: { x: bx, y: by },
  thicknessM: 0.2,
});

/** A worker that has read two rooms side by side from the plan. */
function stubWorker(): void {
  const lines = [line(2, 2, 12, 2), line(2, 8, 12, 8), line(2, 2, 2, 8), line(12, 2, 12, 8), line(6, 2, 6, 8)];
  vi.stubGlobal(
    "Worker",
    class {
      addEventListener(kind: string, listener: (event: { data: unknown }) => void): void {
        if (kind === "message") queueMicrotask(() => act(() => listener({ data: lines })));
      }
      postMessage(): void {}
      terminate(): void {}
    },
  );
}

it("the walls that a plan shows are suggested with the rooms between them, which join the drawing under names of their own", async () => {
  stubWorker();
  const set = siteStage();
  const room1 = { id: `0198c1b2-000b-7000-8000-000000000001`, name: "Room 1", kind: null, area: [] };
  set.answers["getSite"] = () => ({ ...warehouse, floorPlans: [{ ...ground, outline: null, rooms: [room1] }] });
  set.answers["setFloorDrawing"] = () => ({ ...ground, version: ground.version + 1 });
  const path = "/sites/:siteId/details/floors/:floorId/drawing";
  set.open([{ path, element: <DrawingPage /> }], path.replace(":siteId", siteId).replace(":floorId", floorId));
  fireEvent.click(await screen.findByRole("button", { name: "Suggest walls and rooms" }));
  expect(await screen.findByLabelText("Room 2, 36 m²")).toBeTruthy();
  fireEvent.click(screen.getByLabelText("Room 3, 24 m²"));
  press("Add 6 shapes");
  fireEvent.click(screen.getByRole("button", { name: "Room 1" }));
  press("Delete");
  press("Save");
  await waitFor(() => expect(set.requestsTo("setFloorDrawing")).toHaveLength(1));
  const { walls, rooms } = set.requestsTo("setFloorDrawing")[0]!.body as {
    walls: unknown[];
    rooms: { name: string }[];
  };
  expect(walls).toHaveLength(5);
  expect(rooms.map(({ name }) => name)).toEqual(["Room 2"]);
});
