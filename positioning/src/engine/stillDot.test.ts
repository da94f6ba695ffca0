import { expect, test } from "vitest";
import { locate } from "./locate.ts";
import { buildSiteModel } from "./siteModel.ts";
import { testNoise } from "../model/testNoise.ts";
import { anAnchor, aSettings, aSquareFloor, rssiAt } from "./testSite.ts";
import { newTrackerState } from "./trackerState.ts";
import { observe } from "../window/signalState.ts";

const anchors = [1, 10, 19].flatMap((x) => [1, 10, 19].map((y) => anAnchor({ id: `g ${x} ${y}`, x, y })));

/** How far the dot of a still tag moves in a second, m, on average over two minutes. */
function goesM(locatedEachMs: number): number {
  const model = buildSiteModel({ anchors, floors: [aSquareFloor("ground", 20)], settings: aSettings() });
  const { normal } = testNoise(11);
  const state = newTrackerState();
  const places: { x: number; y: number }[] = [];
  for (let atMs = 0; atMs < 150_000; atMs += 500) {
    for (const anchor of anchors)
      observe(state, { anchorId: anchor.id, rssi: rssiAt(anchor, { x: 7, y: 12 }) + 3.8 * normal(), atMs });
    const fix = (atMs + 500) % locatedEachMs === 0 ? locate(model, state, atMs + 500) : null;
    if (fix !== null && atMs > 30_000 && fix.atMs % 1000 === 0) places.push(fix);
  }
  const steps = places.slice(1).map((to, nth) => Math.hypot(to.x - places[nth]!.x, to.y - places[nth]!.y));
  return steps.reduce((sum, step) => sum + step, 0) / steps.length;
}

test("the dot of a still tracker moves hardly more when it is located twice a second than once", () => {
  expect(goesM(500)).toBeLessThan(1.3 * goesM(1000));
});
