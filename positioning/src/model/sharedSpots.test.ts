import { describe, expect, it } from "vitest";
import { locate } from "../engine/locate.ts";
import type { Fix } from "../fix/fix.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import type { Anchor } from "./placedSite.ts";
import { sharedSpots } from "./sharedSpots.ts";
import { testNoise } from "./testNoise.ts";
import { anAnchor, aSettings, aSquareFloor, rssiAt } from "../engine/testSite.ts";
import { newTrackerState } from "../engine/trackerState.ts";
import { observe } from "../window/signalState.ts";

const SIDE_M = 24;
const PLACES = [4, 12, 20].flatMap((x) => [4, 20].map((y) => ({ x, y })));
const SHADOW_DB = 5;

/** Six points with several radios each; all radios of a point see the same shadow of a tag. */
function errors(radios: number): { errorM: number; fix: Fix }[] {
  const anchors: Anchor[] = PLACES.flatMap(({ x, y }, at) =>
    Array.from({ length: radios }, (_, radio) => anAnchor({ id: `${at}-${radio}`, x, y })),
  );
  return Array.from({ length: 40 }, (_, tag) => {
    const model = buildSiteModel({ anchors, floors: [aSquareFloor("ground", SIDE_M)], settings: aSettings() });
    const noise = testNoise(100 + tag);
    const at = { x: 2 + 20 * noise.next(), y: 2 + 20 * noise.next() };
    const shadows = PLACES.map(() => SHADOW_DB * noise.normal());
    const state = newTrackerState();
    for (let atMs = 0; atMs <= 4000; atMs += 500)
      for (const anchor of anchors) {
        const shadowDb = shadows[Number(anchor.id.split("-")[0])]!;
        observe(state, { anchorId: anchor.id, rssi: rssiAt(anchor, at) + shadowDb + 3 * noise.normal(), atMs });
      }
    const fix = locate(model, state, 4000)!;
    return { errorM: Math.hypot(fix.x - at.x, fix.y - at.y), fix };
  });
}

describe("gateways at one point", () => {
  it("gateways at one point are found in any order, within one floor", () => {
    const at = (id: string, x: number, floor = "0"): { id: string; x: number; y: number; floor: string } => ({
      id,
      x,
      y: 1,
      floor,
    });
    const spots = sharedSpots([at("c", 5), at("a", 1), at("d", 5.1), at("b", 9), at("e", 5, "1")]);
    expect([...spots.keys()].toSorted()).toEqual(["c", "d"]);
    expect(spots.get("c")).toBe(spots.get("d"));
  });

  it("gateways at one point do not count as independent observations", () => {
    const held = (found: { errorM: number; fix: Fix }[]): number =>
      found.filter(({ errorM, fix }) => errorM <= fix.accuracyM).length / found.length;
    expect(held(errors(1))).toBeGreaterThan(0.65);
    // Here four radios of a point share all of their residual; if the engine ignored that, 30 % would be held.
    expect(held(errors(4))).toBeGreaterThan(0.5);
  });
});
