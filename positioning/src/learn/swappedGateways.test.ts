import { describe, expect, test } from "vitest";
import { buildSiteModel, inheritLearning } from "../engine/siteModel.ts";
import { anAnchor, aSettings, aSquareFloor } from "../engine/testSite.ts";
import { testNoise } from "../model/testNoise.ts";
import { defaultPathLoss } from "./fitPathLoss.ts";
import { gatewayHealth, updateSwaps } from "./gatewayHealth.ts";
import type { Snapshot } from "./snapshot.ts";
import { swappedGateways } from "./swappedGateways.ts";

const places = [2, 10, 18].flatMap((x) => [2, 10, 18].map((y) => ({ x, y })));

/** A hall whose gateways are entered in this order of the places. */
function hall(order: readonly number[]) {
  const anchors = order.map((place, nth) => anAnchor({ id: `g${nth}`, ...places[place]! }));
  return buildSiteModel({ anchors, floors: [aSquareFloor("ground", 20)], settings: aSettings() });
}

const asMounted = places.map((_, nth) => nth);
const exchanged = (a: number, b: number): number[] =>
  asMounted.map((place) => (place === a ? b : place === b ? a : place));

/** Tags at places of their own; some gateways hear more or less than others, by this much. */
function traffic(model: ReturnType<typeof hall>, seed: number, offsetsDb: readonly number[] = []): Snapshot[] {
  const { next, normal } = testNoise(seed);
  const anchors = [...model.anchors.values()];
  return Array.from({ length: 60 }, (_, tag): Snapshot => {
    const [x, y] = [20 * next(), 20 * next()];
    const tagDb = 4 * normal();
    const rssi = anchors.map((_anchor, nth) => {
      const at = places[nth]!;
      return -59 - 24 * Math.log10(Math.hypot(at.x - x, at.y - y, 1.3)) + tagDb + (offsetsDb[nth] ?? 0) + 5 * normal();
    });
    const floor = model.floors[0]!;
    return { tagId: `t${tag}`, atMs: 5000 * tag, floor, anchors, rssi, nonDetecting: [], weight: 1 };
  });
}

const namedIn = (snapshots: readonly Snapshot[]): readonly string[] =>
  (swappedGateways(snapshots, defaultPathLoss) ?? []).toSorted((a, b) => (a < b ? -1 : 1));

describe("gateways that hang in each other's places", () => {
  test.each([
    ["8 m apart", 0, 1],
    ["across the hall", 0, 8],
    ["in the middle and at a wall", 4, 5],
  ])("two gateways entered in each other's places are named: %s", (_, a, b) => {
    for (const seed of [1, 2, 3]) {
      const model = hall(exchanged(a, b));
      expect(namedIn(traffic(model, seed))).toEqual([`g${a}`, `g${b}`]);
    }
  });

  test("no gateway is named where all hang as entered, even if some hear much less than others", () => {
    const model = hall(asMounted);
    for (const seed of [1, 2, 3]) {
      expect(namedIn(traffic(model, seed))).toEqual([]);
      expect(namedIn(traffic(model, seed, [-10, 0, 0, 0, 8, 0, 0, -6]))).toEqual([]);
    }
  });

  test("gateways count as exchanged until two fits in a row no longer say so, or one of them is moved", () => {
    const model = hall(asMounted);
    const named = (of: typeof model) => gatewayHealth(of).map(({ anchorId, swappedWith }) => [anchorId, swappedWith]);
    updateSwaps(model, ["g1", "g2"]);
    updateSwaps(model, null);
    expect(named(model)).toEqual([
      ["g1", "g2"],
      ["g2", "g1"],
    ]);
    const moved = hall(exchanged(1, 2));
    inheritLearning(moved, model);
    expect(named(moved)).toEqual([]);
    updateSwaps(model, null);
    updateSwaps(model, null);
    expect(named(model)).toEqual([]);
  });
});
