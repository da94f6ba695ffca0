import type { Draft, Pair } from "../draw/floorDraft.ts";
import { at, roomFrame } from "../draw/frame.ts";
import type { Opening } from "../draw/wallPieces.ts";
import type { RoomKit } from "./roomKit.ts";
import { core } from "./supportRooms.ts";

export const ROOM_DEPTH_M = 6.6;
export const CORRIDOR_M = 3;
/** A wing with rooms on both sides of its corridor. */
export const WING_M = 2 * ROOM_DEPTH_M + CORRIDOR_M;

export interface RoomSpec {
  kit: RoomKit;
  name: string;
  /** Left out for one room of a row, which gets the remaining width. */
  w?: number;
  sub?: string;
  mirrored?: boolean;
}

export interface Row {
  /** Where the row's corridor wall begins. */
  from: Pair;
  /** The direction from the corridor into the rooms. */
  facing: "up" | "down" | "left" | "right";
  lengthM: number;
  rooms: readonly RoomSpec[];
  /** Metres from the row's start that have other rooms behind them instead of the facade: no windows there. */
  blindM?: number;
}

/** A node in front of each door, to be joined along the corridor. */
export interface DoorNode {
  node: number;
  u: number;
  v: number;
}

/**
 * Draws a row of rooms along a corridor: their tint, walls, doors, windows, furniture, labels and ways. The walls at the
 * row's two ends are drawn only if `ends` says so (otherwise the building's outer wall is there).
 */
export function drawRow(draft: Draft, row: Row, ends: { first: boolean; last: boolean }): DoorNode[] {
  const fixed = row.rooms.reduce((sum, room) => sum + (room.w ?? 0), 0);
  const doors: DoorNode[] = [];
  const along: Pair = row.facing === "up" || row.facing === "down" ? [1, 0] : [0, 1];
  let done = 0;
  for (const [index, room] of row.rooms.entries()) {
    const w = room.w ?? row.lengthM - fixed;
    const start: Pair = [row.from[0] + along[0] * done, row.from[1] + along[1] * done];
    const corner: Pair = room.mirrored ? [start[0] + along[0] * w, start[1] + along[1] * w] : start;
    const frame = roomFrame(corner[0], corner[1], row.facing, room.mirrored);
    const inside = draft.in(frame);
    const doorAt = drawRoom(inside, room, w, done >= (row.blindM ?? 0));
    const leading = index > 0 || ends.first;
    if (leading) draft.in(roomFrame(start[0], start[1], row.facing)).wall("inner", [0, 0], [0, ROOM_DEPTH_M]);
    if (index === row.rooms.length - 1 && ends.last)
      draft
        .in(roomFrame(start[0] + along[0] * w, start[1] + along[1] * w, row.facing))
        .wall("inner", [0, 0], [0, ROOM_DEPTH_M]);
    const before = at(frame, doorAt.u, -CORRIDOR_M / 2);
    const node = draft.stop("Corridor", before.x, before.y);
    draft.link(node, doorAt.node);
    doors.push({ node, u: before.x, v: before.y });
    done += w;
  }
  return doors;
}

function drawRoom(inside: Draft, room: RoomSpec, w: number, facade: boolean): { u: number; node: number } {
  const { kit } = room;
  const d = ROOM_DEPTH_M;
  if (kit.ink) inside.fill(kit.ink, [0, 0, w, d]);
  const width = Math.min(kit.door.width, w - 0.6);
  const from = kit.door.place === "middle" ? (w - width) / 2 : 0.4;
  const door: Opening = { from, width, kind: kit.door.kind, to: "right" };
  inside.wall("inner", [0, 0], [w, 0], [door]);
  if (facade && !kit.windowless) inside.line("window", [w * 0.18, d], [w * 0.82, d]);
  const u = from + width / 2;
  const entered = inside.waypoint(u, 1.05);
  for (const path of kit.furnish(inside, w, d)) {
    const nodes = path.map(([pu, pv], step) =>
      step === path.length - 1 ? inside.stop(room.name, pu, pv) : inside.waypoint(pu, pv),
    );
    inside.link(entered, ...nodes);
    const stop = nodes.at(-1);
    if (kit === core && stop !== undefined) inside.shaft("Lift", stop);
  }
  // Rooms with a wall in them, such as a bathroom's, are not found by their walls.
  inside.area(room.name, [0, 0, w, d]);
  inside.label("room", w / 2, d / 2 + (kit.door.place === "middle" ? -0.9 : -0.4), room.name, room.sub);
  return { u, node: entered };
}
