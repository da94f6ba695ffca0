import { expect, test } from "vitest";
import { locate } from "../engine/locate.ts";
import { seededRandom } from "../model/seededRandom.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import { anAnchor, aSettings, aSquareFloor, rssiAt } from "../engine/testSite.ts";
import { newTrackerState } from "../engine/trackerState.ts";
import { observe } from "./signalState.ts";

const SIDE_M = 40;
const STOPS_S = 40;
const floor = aSquareFloor("ground", SIDE_M);
const anchors = [2, 9, 16, 24, 31, 38].flatMap((x) => [12, 18, 24].map((y) => anAnchor({ id: `${x}-${y}`, x, y })));

/**
 * A tag goes to and fro along the hall for 40 s and then stands for 20 s; whether it is said to move, second by second.
 * @param flag whether it flags motion all the time; left out: it has no flag
 */
function verdicts(flag?: true): (boolean | null)[] {
  const random = seededRandom(7);
  const model = buildSiteModel({ anchors, floors: [floor], settings: aSettings() });
  const state = newTrackerState();
  const said: (boolean | null)[] = [];
  for (let half = 0; half < 2 * (STOPS_S + 20); half++) {
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

test("a walker who stops is reported as standing within sixteen seconds, and not before the stop", () => {
  const said = verdicts();
  expect(said.slice(20, STOPS_S)).not.toContain(false);
  expect(said.slice(STOPS_S + 16)).not.toContain(true);
});

test("a tracker's own flag outweighs what gateways report of a halt", () => {
  expect(verdicts(true).slice(20)).not.toContain(false);
});

test("somebody who steps in front of one gateway does not make a standing tracker move", () => {
  const random = seededRandom(11);
  const model = buildSiteModel({ anchors, floors: [floor], settings: aSettings() });
  const state = newTrackerState();
  const said: (boolean | null)[] = [];
  for (let half = 0; half < 120; half++) {
    for (const anchor of anchors) {
      const bodyDb = half >= 60 && anchor.id === "16-18" ? 10 : 0;
      const rssi = rssiAt(anchor, { x: 20, y: 20 }) - bodyDb + 6 * (random() - 0.5);
      observe(state, { anchorId: anchor.id, rssi, atMs: 500 * half });
    }
    if (half % 2) said.push(locate(model, state, 500 * half)!.moving);
  }
  expect(said.slice(10)).not.toContain(true);
});
