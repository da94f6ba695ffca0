import type { Draft, Pair } from "../draw/floorDraft.ts";
import type { InkName } from "../draw/ink.ts";
import type { Opening } from "../draw/wallPieces.ts";

/**
 * How a kind of room looks and where people walk in it. The room's frame: u along its corridor wall from 0 to w, v from
 * that wall (0) to the window wall (d).
 */
export interface RoomKit {
  /** Tint by use (look.md section 8.4); null leaves the floor's. */
  ink: InkName | null;
  door: { kind: Opening["kind"]; width: number; place: "middle" | "side" };
  /** Draws the furniture and returns the ways from the door inward; each ends at a place to dwell. */
  furnish(draft: Draft, w: number, d: number): readonly (readonly Pair[])[];
  /** No window, although rooms along the facade otherwise have one. */
  windowless?: boolean;
}

export const wideDoor = { kind: "double", width: 1.7, place: "middle" } as const;
export const plainDoor = { kind: "swing", width: 1.1, place: "side" } as const;
export const sideDoor = { kind: "swing", width: 1.2, place: "side" } as const;
export const open = { kind: "gap", width: 3, place: "middle" } as const;
