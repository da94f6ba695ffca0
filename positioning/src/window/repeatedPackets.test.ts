import { describe, expect, it } from "vitest";
import { locate } from "../engine/locate.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import { anAnchor, aSettings, aSquareFloor, rssiAt } from "../engine/testSite.ts";
import { testNoise } from "../model/testNoise.ts";
import { newTrackerState } from "../engine/trackerState.ts";
import { observe } from "./signalState.ts";

const SIDE_M = 30;
const anchors = [4, 15, 26].flatMap((x) => [4, 15, 26].map((y) => anAnchor({ id: `g${x}-${y}`, x, y })));
const WAY_M = 24;
const SCAN_S = 4;
const PACKET_SD_DB = 3.8;

/** Share of fixes after `fromS` that say "moves"; each second the receivers report what they heard every four. */
function movingShare(seed: number, speedMps: number, { seconds, fromS }: { seconds: number; fromS: number }): number {
  const model = buildSiteModel({ anchors, floors: [aSquareFloor("ground", SIDE_M)], settings: aSettings() });
  const state = newTrackerState();
  const noise = testNoise(seed);
  const last = new Map<string, number>();
  let moving = 0;
  for (let second = 0; second < seconds; second++) {
    const way = (speedMps * second) % (2 * WAY_M);
    const tag = { x: 3 + Math.min(way, 2 * WAY_M - way), y: 12 };
    anchors.forEach((anchor, at) => {
      // Receivers scan in turn, since nobody sets their clocks.
      if ((second + at) % SCAN_S === 0 || !last.has(anchor.id))
        last.set(anchor.id, Math.round(rssiAt(anchor, tag) + PACKET_SD_DB * noise.normal()));
      observe(state, { anchorId: anchor.id, rssi: last.get(anchor.id)!, atMs: 1000 * second });
    });
    if (locate(model, state, 1000 * second)!.moving && second >= fromS) moving++;
  }
  return moving / (seconds - fromS);
}

describe("receivers that hand over the same packet again and again", () => {
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

  it("gateways that repeat the same packet again and again do not make a still tracker move", () => {
    const shares = seeds.map((seed) => movingShare(seed, 0, { seconds: 60, fromS: 0 }));
    expect(mean(shares)).toBeLessThan(0.12);
  });

  it("gateways that repeat the same packet again and again still show that a tracker walks", () => {
    const shares = seeds.map((seed) => movingShare(seed, 1, { seconds: 90, fromS: 30 }));
    expect(mean(shares)).toBeGreaterThan(0.8);
  });
});
