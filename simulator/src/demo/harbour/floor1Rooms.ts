import type { Random } from "../../random.ts";
import type { Draft } from "../draw/floorDraft.ts";
import { cupboards, deskPair, lift, meetingTable, roundTable, stairs, toilet } from "../draw/furniture.ts";

/** Docks with a trailer standing at them. */
const TRAILERS_AT = new Set([2, 3, 5, 6, 8]);
const STAGED_SHARE = [0.2, 0.75, 0.5, 0.1, 0.8, 0.35, 0.6, 0.25];

/** Office block, charging bays and packing on the west side. */
export function drawOffices(draft: Draft): void {
  for (let row = 0; row < 2; row++)
    for (let column = 0; column < 3; column++) deskPair(draft, 1.6 + column * 3.7, -4.2 + row * 4.6);
  meetingTable(draft, 14.6, -3.9, 5.6, 1.9, 4);
  for (let rack = 0; rack < 4; rack++) draft.rect("furniture", 14.1 + rack * 1.35, 1.2, 0.95, 1.7);
  for (const [u, v] of [
    [3, 11],
    [7, 11],
    [3, 16],
    [7, 16],
  ] as const)
    roundTable(draft, u, v, 0.95);
  cupboards(draft, 11.2, 9.4, 0.65, 8);
  stairs(draft, 13, 15, 4.4, 2.6);
  lift(draft, 18.8, 15, 2.6, 2.6);
  for (let locker = 0; locker < 5; locker++) draft.rect("fixture", 12.3, 8.5 + locker * 1, 0.5, 0.9);
  for (let bowl = 0; bowl < 3; bowl++) {
    toilet(draft, 17.4 + bowl * 1.5, 13.85 - 0.75);
    if (bowl > 0) draft.line("thin", [17.1 + bowl * 1.5, 14], [17.1 + bowl * 1.5, 12.6]);
  }
  drawOfficeWalls(draft);
  draft.label("room", 6.4, -0.95, "Office");
  draft.label("room", 17.5, -0.5, "Meeting");
  draft.label("minor", 19.6, 3.8, "IT");
  draft.label("minor", 10.5, 6.6, "Corridor");
  draft.label("minor", 14.9, 11.2, "Lockers");
  draft.label("minor", 19.5, 10.6, "WC");
  draft.label("room", 5, 13.6, "Break room");
  drawCharging(draft);
  drawPacking(draft);
}

function drawOfficeWalls(draft: Draft): void {
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
      { from: 3, width: 1.4, kind: "swing", to: "right" },
      { from: 13.2, width: 1.2, kind: "swing", to: "right" },
      { from: 18.4, width: 1.2, kind: "swing", to: "right" },
    ],
  );
  draft.wall("inner", [12, 8], [12, 20]);
  draft.wall("inner", [17, 8], [17, 14]);
  draft.wall("inner", [12, 14], [22, 14]);
  draft.wall("inner", [22, 8], [22, 20], [{ from: 10.1, width: 1.4, kind: "swing", to: "left" }]);
  draft.wall("inner", [0, 20], [22, 20], [{ from: 9, width: 2, kind: "double", to: "right" }]);
}

function drawCharging(draft: Draft): void {
  for (let bay = 0; bay < 5; bay++) {
    const v = 24 + bay * 2.7;
    draft.rect("furniture", 0.5, v, 1.1, 1.5);
    draft.line("bayMark", [2.2, v - 0.6], [6.8, v - 0.6]);
    draft.line("bolt", [1.15, v + 0.3], [0.85, v + 0.85], [1.27, v + 0.85], [1.07, v + 1.27]);
  }
  draft.line("bayMark", [2.2, 36.9], [6.8, 36.9]);
  draft.wall("low", [0, 22], [17, 22], [{ from: 9, width: 3, kind: "gap" }]);
  draft.wall("low", [17, 22], [17, 38], [{ from: 4, width: 6, kind: "gap" }]);
  draft.wall("low", [0, 38], [17, 38]);
  draft.label("room", 11.4, 29.4, "Charging", "5 bays");
}

function drawPacking(draft: Draft): void {
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 2; column++) {
      const [u, v] = [2.4 + column * 7, 43.6 + row * 5.2];
      draft.rect("furniture", u, v, 5, 1.5);
      draft.rect("furnitureDetail", u + 0.3, v + 0.3, 1, 0.9);
      draft.rect("furnitureDetail", u + 3.6, v + 0.25, 1, 1);
      draft.circle("furnitureDetail", u + 2.4, v + 2.2, 0.42);
    }
  draft.wall("low", [17, 38], [17, 62], [{ from: 6, width: 6, kind: "gap" }]);
  draft.label("room", 8.4, 41, "Packing & returns");
}

/** A staging lane with its leveller, bumpers and, at some, the first metres of a trailer. */
export function drawDock(draft: Draft, random: Random, number: number, u: number): void {
  const left = u - 2.6;
  draft.line("lane", [left, 59.4], [left, 47.5], [left + 5.2, 47.5], [left + 5.2, 59.4]);
  const share = STAGED_SHARE[number - 1] ?? 0;
  // The middle of a lane stays free: people walk to the door there.
  for (let row = 0; row < 4; row++)
    for (const column of [0, 2])
      if (random() < share + 0.15) draft.rect("goods", left + 0.45 + column * 1.5, 48.3 + row * 2.3, 1.25, 1.25);
  draft.rect("goods", u - 1.7, 59.8, 3.4, 1.9);
  draft.line("thin", [u - 1.7, 60.5], [u + 1.7, 60.5]);
  draft.rect("bumper", u - 2.15, 62.1, 0.4, 0.9);
  draft.rect("bumper", u + 1.75, 62.1, 0.4, 0.9);
  if (TRAILERS_AT.has(number)) draft.rect("trailer", u - 1.3, 62.7, 2.6, 3.8);
  draft.label("dock", u, 61.2, String(number));
}
