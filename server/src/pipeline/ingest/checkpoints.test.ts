import { describe, expect, it } from "vitest";
import { checkpoints } from "./checkpoints.ts";

const point = (position: number, atMs: number) => ({ position, atMs, records: position });

describe("the point up to which the log is finished", () => {
  it("the checkpoint is the newest point when everything is stored", () => {
    const trail = checkpoints();
    for (const second of [1, 2, 3]) trail.add(point(second * 10, second * 1000));
    expect(trail.reached(null, 100)).toEqual(point(30, 3000));
  });

  it("the checkpoint is before the oldest unstored fix, and not past the statuses that were written", () => {
    const trail = checkpoints();
    for (const second of [1, 2, 3, 4]) trail.add(point(second * 10, second * 1000));
    expect(trail.reached(3500, 100)).toEqual(point(30, 3000));
    expect(trail.reached(null, 35)).toEqual(point(30, 3000));
    expect(trail.reached(500, 100)).toBeNull();
  });

  it("the checkpoint stays behind an unstored fix even if the clock was set back after it", () => {
    const trail = checkpoints();
    trail.add(point(10, 100_000));
    trail.add(point(20, 110_000));
    trail.add(point(30, 50_000));
    // The fix of 110 s waits; the point after it is only older by the clock.
    expect(trail.reached(105_000, 100)).toEqual(point(10, 100_000));
    expect(trail.reached(null, 100)).toEqual(point(30, 50_000));
  });
});
