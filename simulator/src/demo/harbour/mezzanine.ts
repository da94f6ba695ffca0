import { type Random, seededRandom } from "@pulse/positioning/model/seededRandom";
import { type Draft, floorDraft, type Pair } from "../draw/floorDraft.ts";
import { cupboards } from "../draw/furniture.ts";
import type { DemoFloor } from "../model.ts";
import { BLOCK_M, frame, HALL, MARGIN } from "./hall.ts";
import { linkMezzanine } from "./linkMezzanine.ts";
import { drawOfficeBlock, labelOffices } from "./officeBlock.ts";
import { shelving } from "./storage.ts";

const outline: Pair[] = [
  [0, -BLOCK_M],
  [16, -BLOCK_M],
  [16, 0],
  [44, 0],
  [44, 12.4],
  [17.2, 12.4],
  [17.2, HALL.h],
  [0, HALL.h],
];
const SHELVES = [0.7, 3.3, 5.9, 8.5];

/** The mezzanine: an L over the north and west of the hall, with offices, small-parts shelving and kitting. */
export function harbourMezzanine(): DemoFloor {
  const draft = floorDraft(
    {
      key: "harbour/mezzanine",
      name: "Mezzanine",
      level: 1,
      widthM: MARGIN.left + 44 + MARGIN.right,
      heightM: MARGIN.top + BLOCK_M + HALL.h + 2,
      ceilingHeightM: 3.5,
    },
    frame,
    outline,
    true,
  );
  const random = seededRandom(11);
  drawZones(draft);
  drawOfficeBlock(draft, true);
  labelOffices(draft, {
    office: "Operations",
    meeting: "Planning",
    small: "Server",
    large: "Training",
    store: "Plant",
  });
  for (const v of SHELVES)
    for (const [u0, u1] of [
      [19, 29],
      [32, 42],
    ] as const)
      shelving(draft, random, u0, u1, v);
  for (const [u, v] of [
    [31.6, 7.05],
    [16.7, 17.45],
    [16.7, 27.8],
  ] as const)
    draft.rect("column", u - 0.28, v - 0.28, 0.56, 0.56);
  drawBand(draft, random);
  drawOuterWalls(draft);
  linkMezzanine(draft);
  return draft.finish();
}

function drawZones(draft: Draft): void {
  draft.fill("work", [0, 13, 14.2, 10]);
  draft.fill("charging", [0, 23, 14.2, 6.6]);
  draft.fill("dock", [0, 29.6, 14.2, 8.4]);
  draft.fill("walkway", [
    [16.2, 9.9],
    [43.6, 9.9],
    [43.6, 12],
    [16.4, 12],
    [16.4, 37.6],
    [14.2, 37.6],
    [14.2, 13.2],
    [16.2, 13.2],
  ]);
  draft.line("walkwayEdge", [14.2, 13.4], [14.2, 37.6]);
  draft.line("walkwayEdge", [16.4, 9.9], [43.6, 9.9]);
  draft.label("room", 30.5, 11, "Small parts");
}

/** The band over charging and packing: kitting, print and labels, spare totes. */
function drawBand(draft: Draft, random: Random): void {
  for (let row = 0; row < 2; row++)
    for (let column = 0; column < 2; column++) {
      const [u, v] = [1 + column * 6.4, 16.2 + row * 3.8];
      draft.rect("furniture", u, v, 5, 1.2);
      for (const bin of [0.25, 1.25, 2.75, 3.75]) draft.rect("furnitureDetail", u + bin, v + 0.2, 0.8, 0.8);
      for (const seat of [1.2, 3.8]) draft.circle("furnitureDetail", u + seat, v + 1.75, 0.36);
    }
  for (let column = 0; column < 3; column++) {
    const u = 1.2 + column * 4.4;
    draft.rect("furniture", u, 26, 3, 1.1);
    draft.rect("furnitureDetail", u + 0.25, 26.15, 0.9, 0.8);
    draft.rect("furnitureDetail", u + 1.8, 26.15, 0.9, 0.8);
    draft.circle("furnitureDetail", u + 1.5, 27.6, 0.36);
  }
  cupboards(draft, 1, 28.9, 9, 0.6);
  for (const v of [31.6, 34, 36.4]) shelving(draft, random, 1, 12, v);
  draft.wall("low", [0, 23], [14.2, 23], [{ from: 10.8, width: 2.4, kind: "gap" }]);
  draft.wall("low", [0, 29.6], [14.2, 29.6], [{ from: 10.8, width: 2.4, kind: "gap" }]);
  draft.label("room", 6.8, 14.5, "Kitting");
  draft.label("room", 6.4, 24.5, "Print and labels");
  draft.label("room", 5.6, 30.6, "Spare totes");
}

function drawOuterWalls(draft: Draft): void {
  draft.line("outer", [44, 0], [16, 0], [16, -BLOCK_M], [0, -BLOCK_M], [0, HALL.h], [17.2, HALL.h]);
  draft.line("outer", [44, -0.18], [44, 12.4]);
  draft.wall(
    "outer",
    [0, -BLOCK_M],
    [16, -BLOCK_M],
    [
      { from: 1, width: 3, kind: "window" },
      { from: 5, width: 3.4, kind: "window" },
      { from: 10.6, width: 4.2, kind: "window" },
    ],
  );
  draft.wall("outer", [16, -BLOCK_M], [16, 0]);
  draft.wall("outer", [16, 0], [44, 0]);
  draft.wall("outer", [44, 0], [44, 12.4]);
  draft.wall("outer", [17.2, HALL.h], [0, HALL.h]);
  draft.wall(
    "outer",
    [0, HALL.h],
    [0, -BLOCK_M],
    [
      { from: 1.4, width: 5, kind: "window" },
      { from: 9.6, width: 4, kind: "window" },
      { from: 16, width: 7, kind: "window" },
      { from: 26, width: 5, kind: "window" },
      { from: 36.4, width: 5.2, kind: "window" },
    ],
  );
}
