import { type Random, seededRandom } from "../../random.ts";
import { type Draft, floorDraft, type Pair } from "../draw/floorDraft.ts";
import { cupboards, deskPair, lift, meetingTable, stairs, toilet } from "../draw/furniture.ts";
import type { DemoFloor } from "../model.ts";
import { frame, MARGIN } from "./floor1.ts";
import { shelving } from "./storage.ts";

const outline: Pair[] = [
  [0, -6],
  [22, -6],
  [22, 0],
  [70, 0],
  [70, 18],
  [24, 18],
  [24, 62],
  [0, 62],
];
const SHELVES = [1.6, 4.5, 7.4, 10.3, 13.2];

/** The mezzanine: an L over the north and west of the hall, with offices, small-parts shelving and kitting. */
export function harbourMezzanine(): DemoFloor {
  const draft = floorDraft(
    {
      key: "harbour/mezzanine",
      name: "Mezzanine",
      level: 1,
      widthM: MARGIN.left + 70 + MARGIN.right,
      heightM: MARGIN.top + 68 + 2,
      ceilingHeightM: 3.5,
    },
    frame,
    outline,
    true,
  );
  const random = seededRandom(11);
  drawZones(draft);
  drawOffices(draft);
  for (const v of SHELVES)
    for (const [u0, u1] of [
      [26, 44.5],
      [48.5, 66.5],
    ] as const)
      shelving(draft, random, u0, u1, v);
  for (const [u, v] of [
    [47.7, 7.5],
    [24.2, 7.5],
    [23.6, 28.7],
    [23.6, 39.6],
    [23.6, 50.5],
  ] as const)
    draft.rect("column", u - 0.28, v - 0.28, 0.56, 0.56);
  drawBand(draft, random);
  drawOuterWalls(draft);
  linkMezzanine(draft);
  return draft.finish();
}

function drawZones(draft: Draft): void {
  draft.fill("office", [0, -6, 22, 26]);
  draft.fill("work", [0, 20, 21.4, 15]);
  draft.fill("charging", [0, 35, 21.4, 11]);
  draft.fill("dock", [0, 46, 21.4, 16]);
  draft.fill("walkway", [
    [22.3, 14.7],
    [69.4, 14.7],
    [69.4, 17.4],
    [23.4, 17.4],
    [23.4, 61.4],
    [21.4, 61.4],
    [21.4, 20],
    [22.3, 20],
  ]);
  draft.line("walkwayEdge", [21.4, 20.3], [21.4, 61.4]);
  draft.line("walkwayEdge", [22.6, 14.7], [69.4, 14.7]);
  draft.label("room", 46.4, 16.1, "Small parts");
}

function drawOffices(draft: Draft): void {
  for (let row = 0; row < 2; row++)
    for (let column = 0; column < 3; column++) deskPair(draft, 1.6 + column * 3.7, -4.2 + row * 4.6);
  meetingTable(draft, 14.8, -3.9, 5, 1.7, 4);
  for (let rack = 0; rack < 5; rack++) draft.rect("furniture", 14.1 + rack * 1.35, 1.2, 0.95, 1.7);
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 3; column++) {
      draft.rect("furniture", 2 + column * 3, 10.6 + row * 2.7, 1.8, 0.6);
      for (const seat of [0.45, 1.35]) draft.circle("furnitureDetail", 2 + column * 3 + seat, 11.7 + row * 2.7, 0.3);
    }
  draft.rect("fixture", 3.4, 8.6, 4.2, 0.18);
  cupboards(draft, 12.4, 8.4, 0.6, 3.4);
  for (let bowl = 0; bowl < 3; bowl++) {
    toilet(draft, 17.4 + bowl * 1.5, 13.1);
    if (bowl > 0) draft.line("thin", [17.1 + bowl * 1.5, 14], [17.1 + bowl * 1.5, 12.6]);
  }
  stairs(draft, 13, 15, 4.4, 2.6);
  lift(draft, 18.8, 15, 2.6, 2.6);
  draft.wall(
    "inner",
    [0, 5],
    [22, 5],
    [
      { from: 4, width: 1.4, kind: "swing", to: "left" },
      { from: 16.4, width: 1.2, kind: "swing", hinge: "second", to: "left" },
    ],
  );
  draft.wall("inner", [13, -6], [13, 5], [{ from: 4.4, width: 1.2, kind: "swing", to: "right" }]);
  draft.wall("inner", [13, 0.5], [22, 0.5]);
  draft.wall("inner", [22, 0], [22, 8], [{ from: 5.4, width: 2.2, kind: "double", to: "left" }]);
  draft.wall(
    "inner",
    [0, 8],
    [22, 8],
    [
      { from: 9, width: 1.4, kind: "swing", to: "right" },
      { from: 14.4, width: 1.2, kind: "swing", to: "right" },
      { from: 18.4, width: 1.2, kind: "swing", to: "right" },
    ],
  );
  draft.wall("inner", [12, 8], [12, 20]);
  draft.wall("inner", [17, 8], [17, 14]);
  draft.wall("inner", [12, 14], [22, 14]);
  draft.wall("inner", [22, 8], [22, 20], [{ from: 10.1, width: 1.4, kind: "swing", to: "left" }]);
  draft.wall("inner", [0, 20], [22, 20]);
  draft.label("room", 6.4, -0.95, "Operations");
  draft.label("room", 17.4, -0.6, "Planning");
  draft.label("minor", 19.6, 3.8, "Server");
  draft.label("minor", 10.5, 6.6, "Corridor");
  draft.label("room", 5.6, 9.6, "Training");
  draft.label("minor", 14.9, 11.2, "Plant");
  draft.label("minor", 19.5, 10.6, "WC");
}

/** The band over charging and packing: kitting, print and labels, spare totes. */
function drawBand(draft: Draft, random: Random): void {
  for (let row = 0; row < 2; row++)
    for (let column = 0; column < 2; column++) {
      const [u, v] = [2.2 + column * 8.6, 24.2 + row * 5.2];
      draft.rect("furniture", u, v, 6.4, 1.5);
      for (const bin of [0.3, 1.5, 3.4, 4.9]) draft.rect("furnitureDetail", u + bin, v + 0.25, 0.9, 0.9);
      for (const seat of [1.6, 4.6]) draft.circle("furnitureDetail", u + seat, v + 2.2, 0.4);
    }
  for (let column = 0; column < 3; column++) {
    const u = 2.4 + column * 6;
    draft.rect("furniture", u, 38.6, 3.6, 1.3);
    draft.rect("furnitureDetail", u + 0.3, 38.8, 1.1, 0.9);
    draft.rect("furnitureDetail", u + 2, 38.8, 1.1, 0.9);
    draft.circle("furnitureDetail", u + 1.8, 40.6, 0.4);
  }
  cupboards(draft, 1, 44.9, 12, 0.7);
  for (const v of [48.4, 51.6, 54.8, 58]) shelving(draft, random, 1.6, 16.4, v);
  draft.wall("low", [0, 35], [21.4, 35], [{ from: 16.4, width: 3, kind: "gap" }]);
  draft.wall("low", [0, 46], [21.4, 46], [{ from: 16.4, width: 3, kind: "gap" }]);
  draft.label("room", 10.2, 22.2, "Kitting");
  draft.label("room", 10, 36.7, "Print & labels");
  draft.label("room", 9.2, 60.6, "Spare totes");
}

function drawOuterWalls(draft: Draft): void {
  draft.line("outer", [70, 0], [22, 0], [22, -6], [0, -6], [0, 62], [24, 62]);
  draft.line("outer", [70, 0], [70, 18]);
  draft.wall(
    "outer",
    [0, -6],
    [22, -6],
    [
      { from: 1.5, width: 4, kind: "window" },
      { from: 7, width: 4, kind: "window" },
      { from: 14.5, width: 6, kind: "window" },
    ],
  );
  draft.wall("outer", [22, -6], [22, 0]);
  draft.wall("outer", [22, 0], [70, 0]);
  draft.wall("outer", [70, 0], [70, 18]);
  draft.wall("outer", [24, 62], [0, 62]);
  draft.wall(
    "outer",
    [0, 62],
    [0, -6],
    [
      { from: 4, width: 8, kind: "window" },
      { from: 18, width: 6, kind: "window" },
      { from: 30, width: 8, kind: "window" },
      { from: 44, width: 8, kind: "window" },
      { from: 60, width: 6, kind: "window" },
    ],
  );
}

function linkMezzanine(draft: Draft): void {
  const aisle = [23, 25.2, 35, 46.4, 57, 67.7].map((u, index) =>
    index === 2 || index === 4 ? draft.stop("Small parts", u, 16.1) : draft.way(u, 16.1),
  );
  draft.link(...aisle);
  const crossAisles = [aisle[1] ?? 0, aisle[3] ?? 0, aisle[5] ?? 0].map((node) => [node]);
  for (const v of [12.35, 9.45, 6.55, 3.65]) {
    const ends = crossAisles.map((nodes, index) => {
      const node = draft.way([25.2, 46.4, 67.7][index] ?? 0, v);
      draft.link(nodes.at(-1) ?? node, node);
      nodes.push(node);
      return node;
    });
    const stops = [30, 36, 42, 51, 57, 63].map((u) => draft.stop("Small parts", u, v));
    draft.link(ends[0] ?? 0, ...stops.slice(0, 3), ends[1] ?? 0, ...stops.slice(3), ends[2] ?? 0);
  }
  const corridor = [23, 19, 15.2, 16.9, 9.6, 4.6].map((u) => draft.way(u, 6.5));
  const [deck, wc, plant, server, training, office] = corridor;
  draft.link(crossAisles[0]?.[3] ?? 0, deck ?? 0, wc ?? 0, server ?? 0, plant ?? 0, training ?? 0, office ?? 0);
  draft.link(wc ?? 0, draft.stop("WC", 19, 11));
  draft.link(plant ?? 0, draft.stop("Plant", 15, 11));
  draft.link(server ?? 0, draft.way(17, 4), draft.stop("Server", 19.4, 3.6));
  draft.link(training ?? 0, draft.stop("Training", 9.7, 10), draft.stop("Training", 1.2, 10));
  draft.link(
    office ?? 0,
    draft.way(4.7, 3.9),
    draft.stop("Operations", 4.7, -0.6),
    draft.stop("Operations", 8.4, -0.6),
    draft.stop("Operations", 12.2, -1),
  );
  const band = [20.8, 30, 36.6, 47.4, 57].map((v) => draft.way(22.4, v));
  const lobby = draft.way(23, 18.8);
  draft.link(aisle[0] ?? 0, lobby, ...band);
  const lifts = [draft.way(20.2, 18.8), draft.way(18.2, 18.8)];
  draft.link(lobby, ...lifts);
  draft.shaft("Lift", lifts[0] ?? 0);
  for (const [node, v] of [
    [band[0], 22.8],
    [band[1], 28],
  ] as const)
    draft.link(node ?? 0, draft.way(19.8, v), draft.stop("Kitting", 14, v), draft.stop("Kitting", 5.4, v));
  draft.link(
    band[2] ?? 0,
    draft.way(19.8, 37.4),
    draft.stop("Print & labels", 13, 37.4),
    draft.stop("Print & labels", 5, 37.4),
  );
  draft.link(band[3] ?? 0, draft.way(18.6, 47.4), draft.stop("Spare totes", 8, 47.3));
  draft.link(
    band[4] ?? 0,
    draft.way(18.6, 57),
    draft.stop("Spare totes", 12, 57.05),
    draft.stop("Spare totes", 5, 57.05),
  );
}
