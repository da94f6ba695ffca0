import { describe, expect, it } from "vitest";
import { locate } from "./locate.ts";
import { outlineContains, type Point } from "../model/outline.ts";
import { buildSiteModel } from "./siteModel.ts";
import { newTrackerState } from "./trackerState.ts";
import { anAnchor, aSettings, heard } from "./testSite.ts";

/** A floor around a void, such as a gallery, and one around a corner. */
const shapes: { name: string; corners: [number, number][]; from: Point; to: Point; withinS: number }[] = [
  {
    name: "a U, from arm to arm",
    corners: [
      [0, 0],
      [30, 0],
      [30, 30],
      [20, 30],
      [20, 8],
      [10, 8],
      [10, 30],
      [0, 30],
    ],
    from: { x: 5, y: 24 },
    to: { x: 25, y: 24 },
    withinS: 13,
  },
  {
    name: "an L, round its corner",
    corners: [
      [0, 0],
      [30, 0],
      [30, 8],
      [8, 8],
      [8, 30],
      [0, 30],
    ],
    from: { x: 4, y: 26 },
    to: { x: 26, y: 4 },
    withinS: 13,
  },
];
const GATEWAYS = [2, 15, 28].flatMap((x) => [2, 15, 28].map((y) => ({ x, y })));
const FASTEST_M = 3;

describe("a dot beside a void", () => {
  it.each(shapes)(
    "the dot beside a void crosses the floor at its pace and never leaps: $name",
    ({ corners, from, to, withinS }) => {
      const outline = corners.map(([x, y]) => ({ x, y }));
      const anchors = GATEWAYS.map((place, i) => anAnchor({ id: `g${i}`, ...place }));
      const floors = [{ id: "ground", level: 0, elevationM: 0, outline }];
      const model = buildSiteModel({ anchors, floors, settings: aSettings() });
      const state = newTrackerState();
      const steps: number[] = [];
      let last: Point | null = null;
      for (let atMs = 0; atMs <= 1000 * (20 + withinS); atMs += 500) {
        heard(anchors, atMs < 20_000 ? from : to, { fromMs: atMs, seconds: 0, into: state });
        const fix = locate(model, state, atMs)!;
        expect(outlineContains(outline, fix.x, fix.y)).toBe(true);
        if (last) steps.push(Math.hypot(fix.x - last.x, fix.y - last.y));
        last = fix;
      }
      expect(Math.max(...steps)).toBeLessThanOrEqual(FASTEST_M + 1e-9);
      expect(Math.hypot(last!.x - to.x, last!.y - to.y)).toBeLessThan(3);
    },
  );
});
