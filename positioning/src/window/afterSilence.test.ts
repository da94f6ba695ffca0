import { expect, test } from "vitest";
import { locate } from "../engine/locate.ts";
import { seededRandom } from "../model/seededRandom.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import { anAnchor, aSettings, aSquareFloor, rssiAt } from "../engine/testSite.ts";
import { newTrackerState } from "../engine/trackerState.ts";
import { observe } from "./signalState.ts";

const anchors = [4, 12, 20, 28].flatMap((x) => [8, 24].map((y) => anAnchor({ id: `${x}-${y}`, x, y })));
const site = { anchors, floors: [aSquareFloor("ground", 32)], settings: aSettings() };

/** A tag is heard each 2 s at one place, then not at all for a while, and then at another; whether it is said to move there. */
function saidThere(flagsThere: boolean, silentMs = 30_000): (boolean | null)[] {
  const random = seededRandom(3);
  const model = buildSiteModel(site);
  const state = newTrackerState();
  const hear = (atMs: number, x: number, moving: boolean): void => {
    for (const anchor of anchors) {
      const rssi = rssiAt(anchor, { x, y: 15 }) + 6 * (random() - 0.5);
      observe(state, { anchorId: anchor.id, rssi, atMs, moving });
    }
  };
  for (let atMs = 0; atMs <= 40_000; atMs += 2000) {
    hear(atMs, 6, false);
    locate(model, state, atMs + 500);
  }
  const said: (boolean | null)[] = [];
  const backMs = 42_000 + silentMs;
  for (let atMs = backMs; atMs <= backMs + 10_000; atMs += 2000) {
    hear(atMs, 26, flagsThere);
    said.push(locate(model, state, atMs + 500)!.moving);
  }
  return said;
}

test("a tracker that moved while not received, and flags that it rests, is not reported as moving", () => {
  expect(saidThere(false)).not.toContain(true);
});

test("a tracker that flags that it moves is reported as moving as soon as the gateways agree", () => {
  expect(saidThere(true).slice(1)).not.toContain(false);
});

test("the first sample that moved counts after minutes without packets, as nothing else is known", () => {
  expect(saidThere(true, 300_000)).not.toContain(false);
  expect(saidThere(false, 300_000)).not.toContain(true);
});
