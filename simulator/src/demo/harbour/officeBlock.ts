import type { Draft } from "../draw/floorDraft.ts";
import { chairRow, deskPair, lift, meetingTable, roundTable, stairs, toilet } from "../draw/furniture.ts";
import { roomFrame } from "../draw/frame.ts";

/** Names of the rooms, which differ between floors although the walls do not. */
interface RoomNames {
  office: string;
  meeting: string;
  small: string;
  large: string;
  store: string;
}

/** The three-storey block at the hall's north-west corner, 16 × 18 m: the same walls on each floor. */
export function drawOfficeBlock(draft: Draft, training = false): void {
  draft.fill("office", [0, -5, 16, 18]);
  for (let column = 0; column < 3; column++) deskPair(draft, 0.7 + column * 3, -3.5);
  roundTable(draft, 6.4, 1.3, 0.6);
  meetingTable(draft, 10.7, -3.5, 4.2, 1.5, 3);
  for (let rack = 0; rack < 4; rack++) draft.rect("furniture", 10 + rack * 1.1, 0, 0.85, 1.2);
  if (training) drawTraining(draft);
  else
    for (const [u, v] of [
      [2.1, 8],
      [5.9, 8],
      [2.1, 11.2],
      [5.9, 11.2],
    ] as const)
      roundTable(draft, u, v, 0.7);
  for (let locker = 0; locker < 4; locker++) draft.rect("fixture", 8.5, 5.7 + locker * 0.78, 0.45, 0.7);
  const fromSouth = draft.in(roomFrame(12.2, 9, "up"));
  for (let bowl = 0; bowl < 3; bowl++) {
    toilet(fromSouth, 0.4 + bowl * 1.25, 0.08);
    if (bowl > 0) fromSouth.line("thin", [bowl * 1.25, 0], [bowl * 1.25, 1.3]);
  }
  stairs(draft, 8.9, 9.35, 3.6, 2);
  lift(draft, 13.5, 9.25, 2.2, 2.2);
  drawWalls(draft);
}

/** Room names as labels; "Corridor" and "WC" are the same everywhere. */
export function labelOffices(draft: Draft, names: RoomNames): void {
  draft.label("room", 3.2, 1.4, names.office);
  draft.label("room", 12.8, -1.1, names.meeting);
  draft.label("minor", 15, 1.9, names.small);
  draft.label("minor", 8, 4.2, "Corridor");
  draft.label("minor", 10.7, 7.6, names.store);
  draft.label("minor", 14.2, 6.9, "WC");
  draft.label("room", 4.1, 9.6, names.large);
  draft.area("Lift lobby", [8.4, 9, 7.6, 4]);
}

function drawTraining(draft: Draft): void {
  for (let row = 0; row < 2; row++)
    for (let column = 0; column < 2; column++) {
      const [u, v] = [1 + column * 3.6, 8 + row * 2.4];
      draft.rect("furniture", u, v, 2.6, 0.6);
      chairRow(draft, u + 0.3, v + 0.75, 3);
    }
}

function drawWalls(draft: Draft): void {
  draft.wall(
    "inner",
    [0, 3],
    [16, 3],
    [
      { from: 3, width: 1.2, kind: "swing", to: "left" },
      { from: 12.4, width: 1.1, kind: "swing", hinge: "second", to: "left" },
    ],
  );
  draft.wall("inner", [9.5, -5], [9.5, 3], [{ from: 3.2, width: 1.1, kind: "swing", to: "left" }]);
  draft.wall("inner", [9.5, -0.4], [16, -0.4]);
  draft.wall(
    "inner",
    [16, 0],
    [16, 13],
    [
      { from: 3.2, width: 2, kind: "double", to: "left" },
      { from: 11.5, width: 1.3, kind: "swing", to: "left" },
    ],
  );
  draft.wall(
    "inner",
    [0, 5.4],
    [16, 5.4],
    [
      { from: 2.4, width: 1.2, kind: "swing", to: "right" },
      { from: 9.4, width: 1.1, kind: "swing", to: "right" },
      { from: 12.7, width: 1.1, kind: "swing", to: "right" },
    ],
  );
  draft.wall("inner", [8.4, 5.4], [8.4, 13]);
  draft.wall("inner", [12.2, 5.4], [12.2, 9]);
  draft.wall("inner", [8.4, 9], [16, 9]);
  draft.wall("inner", [0, 13], [16, 13], [{ from: 5.6, width: 1.8, kind: "double", to: "right" }]);
}
