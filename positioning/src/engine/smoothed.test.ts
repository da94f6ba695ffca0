import { expect, test } from "vitest";
import { locate } from "./locate.ts";
import { anAnchor, aSettings, aSquareFloor, rssiAt } from "./testSite.ts";
import { buildSiteModel } from "./siteModel.ts";
import { newTrackerState } from "./trackerState.ts";
import { observe } from "../window/signalState.ts";

const anchors = [
  anAnchor({ id: "a", x: 1, y: 1 }),
  anAnchor({ id: "b", x: 19, y: 1 }),
  anAnchor({ id: "c", x: 19, y: 19 }),
  anAnchor({ id: "d", x: 1, y: 19 }),
];

test("levels that a gateway has already averaged are not averaged again", () => {
  const model = buildSiteModel({ anchors, floors: [aSquareFloor("ground", 20)], settings: aSettings() });
  const now = { x: 15, y: 15 };
  const offM = (smoothed: boolean): number => {
    const state = newTrackerState();
    for (let atMs = 0; atMs <= 3000; atMs += 500)
      for (const anchor of anchors) {
        const at = atMs < 2500 ? { x: 5, y: 5 } : now;
        observe(state, { anchorId: anchor.id, rssi: rssiAt(anchor, at), atMs, smoothed });
      }
    const fix = locate(model, state, 3000)!;
    return Math.hypot(fix.x - now.x, fix.y - now.y);
  };
  expect(offM(true)).toBeLessThan(1);
  expect(offM(false)).toBeGreaterThan(3);
});
