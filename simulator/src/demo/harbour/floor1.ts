import { seededRandom } from "@pulse/positioning/model/seededRandom";
import { type Draft, floorDraft, type Pair } from "../draw/floorDraft.ts";
import type { Opening } from "../draw/wallPieces.ts";
import type { DemoFloor } from "../model.ts";
import { drawColdRooms, drawSorter } from "./floor1East.ts";
import { BLOCK_M, DOCKS, frame, HALL, MARGIN, RACK_BLOCKS, RACK_ROWS } from "./hall.ts";
import { linkFloor1 } from "./linkFloor1.ts";
import { drawCharging, drawDock, drawPacking } from "./floor1West.ts";
import { drawOfficeBlock, labelOffices } from "./officeBlock.ts";
import { doubleRack, singleRack } from "./storage.ts";

/** Where the main walkway begins south of the racks, and the docks south of it. */
const WALKWAY_V = 23.6;
const DOCKS_V = 27;

const outline: Pair[] = [
  [0, -BLOCK_M],
  [16, -BLOCK_M],
  [16, 0],
  [HALL.w, 0],
  [HALL.w, HALL.h],
  [0, HALL.h],
];

/** Floor 1 of the harbour warehouse: racks, docks, cold rooms, sorter, packing, offices. */
export function harbourFloor1(): DemoFloor {
  const draft = floorDraft(
    {
      key: "harbour/floor-1",
      name: "Floor 1",
      level: 0,
      widthM: MARGIN.left + HALL.w + MARGIN.right,
      heightM: MARGIN.top + BLOCK_M + HALL.h + MARGIN.bottom,
      ceilingHeightM: 5,
    },
    frame,
    outline,
  );
  const random = seededRandom(7);
  drawZones(draft);
  for (const { id, v } of RACK_ROWS) {
    for (const [u0, u1] of RACK_BLOCKS) doubleRack(draft, random, u0, u1, v, 4);
    draft.label("rack", 18.7, v + 1.25, id);
  }
  singleRack(draft, random, 20, 0.4, 23, 1.15, 18);
  for (const u of [17, 32.3, 45.3]) for (const v of [7.05, 17.45]) draft.rect("column", u - 0.28, v - 0.28, 0.56, 0.56);
  drawOfficeBlock(draft);
  labelOffices(draft, { office: "Office", meeting: "Meeting", small: "IT", large: "Break room", store: "Lockers" });
  drawCharging(draft);
  drawPacking(draft);
  drawColdRooms(draft, random);
  drawSorter(draft);
  for (const dock of DOCKS) drawDock(draft, random, dock.number, dock.u);
  drawOuterWalls(draft);
  nameAreas(draft);
  linkFloor1(draft);
  return draft.finish();
}

function drawZones(draft: Draft): void {
  draft.fill("charging", [0, 14.4, 12.6, 10]);
  draft.fill("work", [0, 24.4, 12.6, 13.6]);
  draft.fill("work", [46, 14.6, 15, 9.6]);
  draft.fill("dock", [17, 27, 32.8, 11]);
  draft.fill("walkway", [
    [13.4, 13],
    [16, 13],
    [16, 23.6],
    [50, 23.6],
    [50, 26.2],
    [13.4, 26.2],
  ]);
  draft.line("walkwayEdge", [13.4, 13.2], [13.4, 26.2], [50, 26.2]);
  draft.line("walkwayEdge", [16, 13.2], [16, 23.6], [50, 23.6]);
  for (const u of [22, 38]) for (let bar = 0; bar < 5; bar++) draft.rect("zebra", u + bar * 0.95, 23.9, 0.5, 2);
  draft.label("minor", 30.2, 24.9, "Main walkway");
  draft.label("zone", 36.7, 27.15, "STAGING");
}

/** The parts of the hall as people there call them. An aisle reaches to the middle of the racks on both sides. */
function nameAreas(draft: Draft): void {
  const [west, east] = [19.6, 43.4];
  const middles = RACK_ROWS.map(({ v }) => v + 1.25);
  draft.area("North aisle", [west, 0, east - west, middles[0]!]);
  for (const [index, { id }] of RACK_ROWS.entries()) {
    const from = middles[index]!;
    draft.area(`Aisle ${id}`, [west, from, east - west, (middles[index + 1] ?? WALKWAY_V) - from]);
  }
  draft.area("West cross-aisle", [16, 0, west - 16, WALKWAY_V]);
  draft.area("East cross-aisle", [east, 0, 46 - east, WALKWAY_V]);
  draft.area("West walkway", [12.6, 13, 3.4, DOCKS_V - 13]);
  draft.area("Main walkway", [16, WALKWAY_V, 34, DOCKS_V - WALKWAY_V]);
  draft.area("East walkway", [50, WALKWAY_V, HALL.w - 50, 28 - WALKWAY_V]);
  draft.area("Sorter", [46, 13, HALL.w - 46, WALKWAY_V - 13]);
  const pitch = DOCKS[1]!.u - DOCKS[0]!.u;
  for (const { number, u } of DOCKS) draft.area(`Dock ${number}`, [u - pitch / 2, DOCKS_V, pitch, HALL.h - DOCKS_V]);
}

function drawOuterWalls(draft: Draft): void {
  const windows = (...spans: readonly Pair[]): Opening[] =>
    spans.map(([from, to]) => ({ from, width: to - from, kind: "window" as const }));
  draft.wall("outer", [0, -BLOCK_M], [16, -BLOCK_M], windows([1, 4], [5, 8.4], [10.6, 14.8]));
  draft.wall("outer", [16, -BLOCK_M], [16, 0]);
  draft.wall("outer", [16, 0], [HALL.w, 0]);
  draft.wall("outer", [HALL.w, 0], [HALL.w, HALL.h], [{ from: 25.2, width: 1.2, kind: "swing", to: "left" }]);
  const docks = DOCKS.map(({ u }): Opening => ({ from: HALL.w - u - 1.6, width: 3.2, kind: "roller" }));
  draft.wall("outer", [HALL.w, HALL.h], [0, HALL.h], docks);
  draft.wall(
    "outer",
    [0, HALL.h],
    [0, -BLOCK_M],
    [
      { from: 2, width: 3, kind: "roller" },
      ...windows([26, 31], [36.4, 41.6]),
      { from: 33.2, width: 1.4, kind: "swing", hinge: "second", to: "left" },
    ],
  );
}
