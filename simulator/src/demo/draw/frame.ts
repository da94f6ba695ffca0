import type { FloorPoint } from "../model.ts";

/** A turned, shifted, perhaps mirrored frame on a floor: maps (u, v) of a drawing to the floor, metres. */
export interface Frame {
  ox: number;
  oy: number;
  ux: number;
  uy: number;
  vx: number;
  vy: number;
}

/** A frame that is only shifted. */
export function shifted(ox: number, oy: number): Frame {
  return { ox, oy, ux: 1, uy: 0, vx: 0, vy: 1 };
}

/**
 * The frame of a room: u runs along its corridor wall, v away from the corridor. `facing` is the direction of v on the
 * floor; `mirrored` reverses u, so that the rooms of a row need not all look alike.
 */
export function roomFrame(ox: number, oy: number, facing: "up" | "down" | "left" | "right", mirrored = false): Frame {
  const v = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[facing];
  const u = facing === "up" || facing === "down" ? [1, 0] : [0, 1];
  const sign = mirrored ? -1 : 1;
  const [ux, uy, vx, vy] = [(u[0] ?? 0) * sign, (u[1] ?? 0) * sign, v[0] ?? 0, v[1] ?? 0];
  return { ox, oy, ux, uy, vx, vy };
}

/** A frame within a frame. */
export function within(outer: Frame, inner: Frame): Frame {
  const origin = at(outer, inner.ox, inner.oy);
  return {
    ox: origin.x,
    oy: origin.y,
    ux: inner.ux * outer.ux + inner.uy * outer.vx,
    uy: inner.ux * outer.uy + inner.uy * outer.vy,
    vx: inner.vx * outer.ux + inner.vy * outer.vx,
    vy: inner.vx * outer.uy + inner.vy * outer.vy,
  };
}

/** The floor point of (u, v). */
export function at(frame: Frame, u: number, v: number): FloorPoint {
  return { x: frame.ox + u * frame.ux + v * frame.vx, y: frame.oy + u * frame.uy + v * frame.vy };
}
