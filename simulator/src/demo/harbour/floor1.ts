import { seededRandom } from "../../random.ts";
import { type Draft, floorDraft, marginFrame, type Pair } from "../draw/floorDraft.ts";
import type { Opening } from "../draw/wallPieces.ts";
import type { DemoFloor } from "../model.ts";
import { drawDock, drawOffices } from "./floor1Rooms.ts";
import { drawColdRooms, drawSorter } from "./floor1East.ts";
import { linkFloor1 } from "./floor1Ways.ts";
import { doubleRack, singleRack } from "./storage.ts";

/** Margins of the image around the building: the shadow, and the first metres of the trailers at the docks. */
export const MARGIN = { left: 2, top: 2, right: 2, bottom: 4.5 };
/** In the drawing the hall's north-west corner is (0, 0) and the office block reaches 6 m further north. */
export const frame = marginFrame(MARGIN.left, MARGIN.top + 6);

export const RACK_ROWS = [3.6, 8.9, 14.2, 19.5, 24.8, 30.1, 35.4].map((v, index) => ({
  id: "ABCDEFG".charAt(index),
  v,
}));
export const RACK_BLOCKS: readonly Pair[] = [
  [26.5, 46],
  [49.4, 68.9],
];
export const DOCKS = Array.from({ length: 8 }, (_, index) => ({ number: index + 1, u: 27 + index * 7.9 }));
const outline: Pair[] = [
  [0, -6],
  [22, -6],
  [22, 0],
  [100, 0],
  [100, 62],
  [0, 62],
];

/** Floor 1 of the harbour warehouse: racks, docks, cold rooms, sorter, packing, offices (after the look's plan.mjs). */
export function harbourFloor1(): DemoFloor {
  const draft = floorDraft(
    {
      key: "harbour/floor-1",
      name: "Floor 1",
      level: 0,
      widthM: MARGIN.left + 100 + MARGIN.right,
      heightM: MARGIN.top + 68 + MARGIN.bottom,
      ceilingHeightM: 5,
    },
    frame,
    outline,
  );
  const random = seededRandom(7);
  drawZones(draft);
  for (const { id, v } of RACK_ROWS) {
    for (const [u0, u1] of RACK_BLOCKS) doubleRack(draft, random, u0, u1, v, 7);
    draft.label("rack", 24.6, v + 1.25, id);
  }
  singleRack(draft, random, 26.5, 0.45, 42.4, 1.15, 34);
  for (const u of [24.2, 47.7, 70.4])
    for (const v of [7.5, 18.1, 28.7, 39.6]) draft.rect("column", u - 0.28, v - 0.28, 0.56, 0.56);
  drawOffices(draft);
  drawColdRooms(draft, random);
  drawSorter(draft);
  for (const dock of DOCKS) drawDock(draft, random, dock.number, dock.u);
  drawOuterWalls(draft);
  linkFloor1(draft);
  return draft.finish();
}

function drawZones(draft: Draft): void {
  draft.fill("office", [0, -6, 22, 26]);
  draft.fill("charging", [0, 22, 17, 16]);
  draft.fill("work", [0, 38, 17, 24]);
  draft.fill("work", [72, 26, 28, 17]);
  draft.fill("dock", [24, 46.5, 61.2, 15.5]);
  draft.fill("walkway", [
    [19, 20],
    [22, 20],
    [22, 41.6],
    [83.5, 41.6],
    [83.5, 44.6],
    [19, 44.6],
  ]);
  draft.line("walkwayEdge", [19, 20], [19, 44.6], [83.5, 44.6]);
  draft.line("walkwayEdge", [22, 20], [22, 41.6], [83.5, 41.6]);
  for (const u of [36, 60]) for (let bar = 0; bar < 5; bar++) draft.rect("zebra", u + bar * 0.95, 41.9, 0.5, 2.4);
  draft.label("minor", 48.6, 43.2, "Main walkway");
  draft.label("zone", 53.4, 46, "STAGING");
}

function drawOuterWalls(draft: Draft): void {
  const windows = (...spans: readonly Pair[]): Opening[] =>
    spans.map(([from, to]) => ({ from, width: to - from, kind: "window" as const }));
  draft.wall("outer", [0, -6], [22, -6], windows([1.5, 5], [6.5, 10], [14.5, 20.5]));
  draft.wall("outer", [22, -6], [22, 0]);
  draft.wall("outer", [22, 0], [100, 0]);
  draft.wall("outer", [100, 0], [100, 62], [{ from: 44.4, width: 1.2, kind: "swing", to: "left" }]);
  const docks = DOCKS.map(({ u }): Opening => ({ from: 100 - u - 1.6, width: 3.2, kind: "roller" }));
  draft.wall("outer", [100, 62], [0, 62], docks);
  draft.wall(
    "outer",
    [0, 62],
    [0, -6],
    [
      { from: 2.8, width: 3.2, kind: "roller" },
      ...windows([44, 52], [62, 66]),
      { from: 54.7, width: 1.6, kind: "swing", hinge: "second", to: "left" },
    ],
  );
}
