import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { limitSpeed, type LastShown } from "./limitSpeed.ts";
import { isOpen, stepOnFloor } from "./stepOnFloor.ts";
import { isOnFloor, layFloorGrid, nearestOnFloor } from "../model/floorGrid.ts";

/** A gallery around a void that is open above, with arms of any width, turned by any angle. */
const gallery = fc.record({
  left: fc.integer({ min: 4, max: 12 }),
  right: fc.integer({ min: 18, max: 26 }),
  sill: fc.integer({ min: 4, max: 20 }),
  angle: fc.double({ min: 0, max: 6.28, noNaN: true }),
});
const somewhere = fc.record({
  x: fc.double({ min: 0, max: 30, noNaN: true }),
  y: fc.double({ min: 0, max: 30, noNaN: true }),
});
const PACE_MPS = 6;
/** The longest way there is, with what a raster adds to it. */
const LONGEST_M = 110;

describe("a dot that is far from where its tag seems to be", () => {
  it("a dot far from where its tracker seems to be gets there over the floor, never outside or faster than its pace", () => {
    fc.assert(
      fc.property(gallery, somewhere, somewhere, fc.integer({ min: 100, max: 1000 }), (shape, a, b, apartMs) => {
        const { left, right, sill, angle } = shape;
        const turn = (x: number, y: number) => ({
          x: x * Math.cos(angle) - y * Math.sin(angle),
          y: x * Math.sin(angle) + y * Math.cos(angle),
        });
        const ring = [
          [0, 0],
          [30, 0],
          [30, 30],
          [right, 30],
          [right, sill],
          [left, sill],
          [left, 30],
          [0, 30],
        ] as const;
        const grid = layFloorGrid(ring.map(([x, y]) => turn(x, y)));
        const on = (place: { x: number; y: number }) => {
          const { x, y } = turn(place.x, place.y);
          return nearestOnFloor(grid, x, y);
        };
        const to = on(b);
        let last: LastShown = { ...on(a), floor: "0", atMs: 0 };
        const lastMs = (1000 * LONGEST_M) / PACE_MPS;
        for (let nowMs = apartMs; nowMs <= lastMs; nowMs += apartMs) {
          const place = limitSpeed(last, { id: "0", grid }, to, nowMs);
          expect(isOnFloor(grid, place.x, place.y)).toBe(true);
          const wentM = Math.hypot(place.x - last.x, place.y - last.y);
          expect(wentM).toBeLessThanOrEqual((PACE_MPS * (nowMs - last.atMs)) / 1000 + 1e-9);
          if (place !== last) last = { ...place, floor: "0", atMs: nowMs };
        }
        expect(last).toMatchObject(to);
      }),
      { numRuns: 150 },
    );
  });

  it("a dot reaches a place at the floor's very edge, which rounding puts outside", () => {
    const grid = layFloorGrid([
      { x: 0, y: 0 },
      { x: 30, y: 0 },
      { x: 30, y: 30 },
      { x: 0, y: 30 },
    ]);
    const corner = { x: 0, y: 5e-324 };
    const near = stepOnFloor(grid, { x: 0.4, y: 0.4 }, corner, 0.3);
    expect(Math.hypot(near.x - 0.4, near.y - 0.4)).toBeCloseTo(0.3, 9);
    expect(stepOnFloor(grid, near, corner, 0.3)).toEqual(corner);
  });

  it("a dot goes straight where the line crosses floor only", () => {
    const grid = layFloorGrid([
      { x: 0, y: 0 },
      { x: 30, y: 0 },
      { x: 30, y: 8 },
      { x: 8, y: 8 },
      { x: 8, y: 30 },
      { x: 0, y: 30 },
    ]);
    expect(isOpen(grid, { x: 1, y: 1 }, { x: 29, y: 7 })).toBe(true);
    expect(isOpen(grid, { x: 4, y: 28 }, { x: 28, y: 4 })).toBe(false);
  });
});
