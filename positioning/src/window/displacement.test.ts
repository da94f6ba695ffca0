import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildSiteModel } from "../engine/siteModel.ts";
import { anAnchor, aSettings, aSquareFloor } from "../engine/testSite.ts";
import { addChange, displacementLogRatio, newChanges } from "./displacement.ts";

const anchors = [0, 1, 2, 3, 4, 5, 6, 7].map((nth) =>
  anAnchor({ id: `g${nth}`, x: 10 + 10 * Math.cos((nth * Math.PI) / 4), y: 10 + 10 * Math.sin((nth * Math.PI) / 4) }),
);
const model = buildSiteModel({ anchors, floors: [aSquareFloor("ground", 20)], settings: aSettings() });
const middle = { atMs: 0, x: 10, y: 10, sdM: 2 };

/** Score of eight gateways around a tag in their middle, for these changes. */
function scoreOf(changesDb: readonly number[], varianceDb2 = 3): number {
  const changes = newChanges();
  for (const [nth, changeDb] of changesDb.entries())
    addChange(changes, model.anchors.get(`g${nth}`)!, middle, changeDb, varianceDb2);
  return displacementLogRatio(changes);
}

describe("the score of whether a tag has moved away", () => {
  test("the displacement score says that a tracker stayed when nothing changes", () => {
    expect(scoreOf([0, 0, 0, 0, 0, 0, 0, 0])).toBeLessThan(-2);
  });

  test("the displacement score says that a tracker moved when levels shift towards one side", () => {
    const eastM = 4;
    const changesDb = anchors.map(
      ({ x, y }) => 25 * Math.log10(10) - 25 * Math.log10(Math.hypot(x - 10 - eastM, y - 10)),
    );
    expect(scoreOf(changesDb)).toBeGreaterThan(2);
  });

  test("the displacement score does not take one gateway that receives much less for movement", () => {
    expect(scoreOf([-8, 0, 0, 0, 0, 0, 0, 0])).toBeLessThan(0);
  });

  test("the displacement score shows movement when all gateways change and no single step explains it", () => {
    expect(scoreOf([5, -5, 5, -5, 5, -5, 5, -5])).toBeGreaterThan(4);
    expect(scoreOf([5, 0, 0, 0, 5, 0, 0, 0])).toBeLessThan(scoreOf([5, -5, 5, -5, 5, -5, 5, -5]));
  });

  test("the displacement score says little from few packets", () => {
    expect(Math.abs(scoreOf([4, -4, 4, -4, 4, -4, 4, -4], 60))).toBeLessThan(2);
  });

  test("the displacement score says nothing without gateways", () => {
    expect(displacementLogRatio(newChanges())).toBe(-Infinity);
  });

  test("the displacement score is finite, and the same with all changes turned by half a circle", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -30, max: 30, noNaN: true }), { minLength: 8, maxLength: 8 }),
        fc.double({ min: 0.5, max: 40, noNaN: true }),
        (changesDb, varianceDb2) => {
          const score = scoreOf(changesDb, varianceDb2);
          expect(Number.isFinite(score)).toBe(true);
          const opposite = changesDb.map((_, nth) => changesDb[(nth + 4) % 8]!);
          expect(scoreOf(opposite, varianceDb2)).toBeCloseTo(score, 6);
        },
      ),
    );
  });
});
