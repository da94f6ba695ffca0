import { expect, it } from "vitest";
import type { LiveAsset } from "../../live/liveStore.ts";
import { spriteKeys } from "./spriteKeys.ts";
import { drawMarked } from "./markedQuads.ts";
import { markerTable } from "./markerTable.ts";
import type { Batches, SceneView } from "./sceneView.ts";

const assets = ["a", "b"].map(
  (guid) =>
    ({
      guid,
      name: `Tote ${guid}`,
      type: "Tote",
      lat: 51,
      lon: 7,
      floorId: null,
      lastUpdatedMs: 1000,
      batteryLevel: 80,
      moving: false,
      headingDeg: null,
    }) as unknown as LiveAsset,
);

/** The sprites on top of everything, from the lowest up. */
function drawnOnTop(marked: string | null, selected: string | null = null): string[] {
  const table = markerTable(
    () => 0,
    () => false,
  );
  table.update(assets);
  const drawn: string[] = [];
  const batches = { top: { add: (_: unknown, cell: string) => drawn.push(cell) } } as unknown as Batches;
  const sprites = { marker: () => "marker", tag: (text: string) => `tag ${text}` };
  const scene = {
    table,
    marked,
    sprites,
    scale: "puck",
    nowMs: 2000,
    view: { bearingDeg: 0 },
    state: { selected, shownFloorIds: [], timeoutDay: 1 },
  };
  drawMarked(batches, { origin: { x: 0, y: 0 }, epochMs: 0 }, scene as unknown as SceneView, spriteKeys());
  return drawn;
}

it("the marker whose row is pointed at is drawn on top with its label, unless it is selected", () => {
  expect(drawnOnTop("b")).toEqual(["marker", "tag b"]);
  expect(drawnOnTop("b", "b")).toEqual([]);
  expect(drawnOnTop("nobody")).toEqual([]);
  expect(drawnOnTop(null)).toEqual([]);
});
