import { type Draft, type FloorHead, floorDraft, marginFrame, type Pair } from "../draw/floorDraft.ts";
import type { DemoFloor } from "../model.ts";
import { CORRIDOR_M, type DoorNode, drawRow, ROOM_DEPTH_M, type RoomSpec, WING_M } from "./wing.ts";

const MARGIN_M = 1.5;
const CORRIDOR_MIDDLE = ROOM_DEPTH_M + CORRIDOR_M / 2;
/** Emergency exits at the ends of corridors. */
const EXIT = { width: 1.8, kind: "double", to: "left" } as const;

type Head = Pick<FloorHead, "key" | "name" | "level" | "ceilingHeightM">;

/** Length of the straight wing. */
export interface StraightRooms {
  lengthM: number;
  top: readonly RoomSpec[];
  bottom: readonly RoomSpec[];
  /** Metres by which the bottom row starts later: a notch for the entrance, which makes the outline an L. */
  notchM?: number;
}

/** One wing with a corridor along its middle. */
export function straightFloor(head: Head, rooms: StraightRooms): DemoFloor {
  const { lengthM, notchM = 0 } = rooms;
  const outline: Pair[] =
    notchM > 0
      ? [
          [0, 0],
          [lengthM, 0],
          [lengthM, WING_M],
          [notchM, WING_M],
          [notchM, ROOM_DEPTH_M + CORRIDOR_M],
          [0, ROOM_DEPTH_M + CORRIDOR_M],
        ]
      : [
          [0, 0],
          [lengthM, 0],
          [lengthM, WING_M],
          [0, WING_M],
        ];
  const draft = start(head, lengthM, WING_M, outline);
  const doors = [
    ...drawRow(
      draft,
      { from: [0, ROOM_DEPTH_M], facing: "up", lengthM, rooms: rooms.top },
      { first: false, last: false },
    ),
    ...drawRow(
      draft,
      { from: [notchM, ROOM_DEPTH_M + CORRIDOR_M], facing: "down", lengthM: lengthM - notchM, rooms: rooms.bottom },
      { first: false, last: false },
    ),
  ];
  linkAlong(draft, doors, "u");
  draft.area("Corridor", [0, ROOM_DEPTH_M, lengthM, CORRIDOR_M]);
  const exit = { ...EXIT, from: CORRIDOR_MIDDLE - 0.9 };
  const [corridorWall] = [ROOM_DEPTH_M + CORRIDOR_M];
  for (const [index, corner] of outline.entries()) {
    const next = outline[(index + 1) % outline.length] ?? corner;
    const upward = corner[0] === 0 && next[0] === 0;
    const downward = corner[0] === lengthM && next[0] === lengthM;
    const openings = upward ? [{ ...exit, from: corner[1] - CORRIDOR_MIDDLE - 0.9 }] : downward ? [exit] : [];
    const entrance = notchM > 0 && corner[1] === corridorWall && next[1] === corridorWall;
    draft.wall("outer", corner, next, entrance ? [{ from: notchM / 2 - 1.2, width: 2.4, kind: "slide" }] : openings);
  }
  return draft.finish();
}

export interface AngledRooms {
  lengthM: number;
  southM: number;
  top: readonly RoomSpec[];
  bottom: readonly RoomSpec[];
  left: readonly RoomSpec[];
  right: readonly RoomSpec[];
}

/** An L: a wing to the east and one to the south of a common corner, their corridors meeting there. */
export function angledFloor(head: Head, rooms: AngledRooms): DemoFloor {
  const { lengthM, southM } = rooms;
  const outline: Pair[] = [
    [0, 0],
    [lengthM, 0],
    [lengthM, WING_M],
    [WING_M, WING_M],
    [WING_M, southM],
    [0, southM],
  ];
  const draft = start(head, lengthM, southM, outline);
  const below = ROOM_DEPTH_M + CORRIDOR_M;
  const east = [
    ...drawRow(
      draft,
      { from: [0, ROOM_DEPTH_M], facing: "up", lengthM, rooms: rooms.top },
      { first: false, last: false },
    ),
    ...drawRow(
      draft,
      { from: [WING_M, below], facing: "down", lengthM: lengthM - WING_M, rooms: rooms.bottom },
      { first: true, last: false },
    ),
  ];
  const south = [
    ...drawRow(
      draft,
      { from: [ROOM_DEPTH_M, below], facing: "left", lengthM: southM - below, rooms: rooms.left },
      { first: true, last: false },
    ),
    ...drawRow(
      draft,
      { from: [below, below], facing: "right", lengthM: southM - below, rooms: rooms.right, blindM: ROOM_DEPTH_M },
      { first: true, last: false },
    ),
  ];
  const corner = draft.waypoint(CORRIDOR_MIDDLE, CORRIDOR_MIDDLE);
  linkAlong(draft, [...east, { node: corner, u: CORRIDOR_MIDDLE, v: CORRIDOR_MIDDLE }], "u");
  linkAlong(draft, [...south, { node: corner, u: CORRIDOR_MIDDLE, v: CORRIDOR_MIDDLE }], "v");
  draft.area("East corridor", [0, ROOM_DEPTH_M, lengthM, CORRIDOR_M]);
  draft.area("South corridor", [ROOM_DEPTH_M, below, CORRIDOR_M, southM - below]);
  draft.wall("outer", [0, 0], [lengthM, 0]);
  draft.wall("outer", [lengthM, 0], [lengthM, WING_M], [{ ...EXIT, from: CORRIDOR_MIDDLE - 0.9 }]);
  draft.wall("outer", [lengthM, WING_M], [WING_M, WING_M]);
  draft.wall("outer", [WING_M, WING_M], [WING_M, southM]);
  const entrance = head.level === 0 ? ({ width: 2.4, kind: "slide" } as const) : EXIT;
  draft.wall("outer", [WING_M, southM], [0, southM], [{ ...entrance, from: CORRIDOR_MIDDLE - entrance.width / 2 }]);
  draft.wall("outer", [0, southM], [0, 0], [{ from: southM - CORRIDOR_MIDDLE - 0.9, width: 1.8, kind: "window" }]);
  return draft.finish();
}

function start(head: Head, widthM: number, heightM: number, outline: readonly Pair[]): Draft {
  return floorDraft(
    { ...head, widthM: widthM + 2 * MARGIN_M, heightM: heightM + 2 * MARGIN_M },
    marginFrame(MARGIN_M, MARGIN_M),
    outline,
  );
}

/** Joins the nodes of a corridor in their order along it. */
function linkAlong(draft: Draft, doors: readonly DoorNode[], axis: "u" | "v"): void {
  draft.link(...doors.toSorted((a, b) => a[axis] - b[axis]).map((door) => door.node));
}
