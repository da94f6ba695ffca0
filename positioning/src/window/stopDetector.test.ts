import { expect, test } from "vitest";
import { locate } from "../engine/locate.ts";
import { seededRandom } from "../model/seededRandom.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import { anAnchor, aSettings, aSquareFloor, rssiAt } from "../engine/testSite.ts";
import { newTrackerState } from "../engine/trackerState.ts";
import { observe } from "./signalState.ts";
import { newPlacedWindows, placeWindows } from "./compareWindows.ts";
import { updateStopDetector } from "./stopDetector.ts";
import { recordPlace } from "./trail.ts";

const SIDE_M = 40;
const STOPS_S = 40;
const floor = aSquareFloor("ground", SIDE_M);
const anchors = [2, 9, 16, 24, 31, 38].flatMap((x) => [12, 18, 24].map((y) => anAnchor({ id: `${x}-${y}`, x, y })));

/**
 * A tag goes to and fro along the hall for 40 s and then stands for 15 s; whether it is said to move, second by second.
 * @param flag whether it flags motion all the time; left out: it has no flag
 */
function verdicts(flag?: true): (boolean | null)[] {
  const random = seededRandom(7);
  const model = buildSiteModel({ anchors, floors: [floor], settings: aSettings() });
  const state = newTrackerState();
  const said: (boolean | null)[] = [];
  for (let half = 0; half < 2 * (STOPS_S + 15); half++) {
    const goneM = 1.4 * Math.min(half / 2, STOPS_S);
    const x = 2 + Math.abs(((goneM + 36) % 72) - 36);
    for (const anchor of anchors) {
      const rssi = rssiAt(anchor, { x, y: 20 }) + 6 * (random() - 0.5);
      const packet = { anchorId: anchor.id, rssi, atMs: 500 * half };
      observe(state, flag ? { ...packet, moving: true } : packet);
    }
    if (half % 2) said.push(locate(model, state, 500 * half)!.moving);
  }
  return said;
}

test("a walker who stops is reported as standing before the compared windows are calm, and not before the stop", () => {
  const said = verdicts();
  expect(said.slice(20, STOPS_S)).not.toContain(false);
  expect(said.slice(STOPS_S + 9)).not.toContain(true);
});

test("a tracker's own flag outweighs what gateways report of a halt", () => {
  expect(verdicts(true).slice(20)).not.toContain(false);
});

test("a halt is no longer reported once too few gateways receive the tracker", () => {
  const model = buildSiteModel({ anchors, floors: [floor], settings: aSettings() });
  const nowMs = 60_000;
  const toldBy = (gateways: number): boolean => {
    const state = newTrackerState();
    recordPlace(state.trail, "ground", { atMs: nowMs, x: 20, y: 20, sdM: 2 });
    for (const anchor of anchors.slice(0, gateways))
      for (let atMs = nowMs - 8000; atMs <= nowMs; atMs += 500)
        observe(state, { anchorId: anchor.id, rssi: rssiAt(anchor, { x: 20, y: 20 }), atMs });
    const stopDetector = { hasStopped: true, evidence: -3, mps2: 2, atMs: nowMs - 500 };
    const placed = newPlacedWindows();
    placeWindows(model, state.windows, placed);
    updateStopDetector(stopDetector, placed, state.trail, { nowMs, sinceMs: 0, periodMs: 500, packetDb2: 14 });
    return stopDetector.hasStopped;
  };
  expect(toldBy(anchors.length)).toBe(true);
  expect(toldBy(2)).toBe(false);
});
