import { locate } from "@pulse/positioning/engine/locate";
import { buildSiteModel, type SiteModel } from "@pulse/positioning/engine/siteModel";
import type { Anchor } from "@pulse/positioning/model/placedSite";
import { newTrackerState } from "@pulse/positioning/engine/trackerState";
import { observe } from "@pulse/positioning/window/signalState";
import { quantile } from "@pulse/cli/locate/evaluate";
import { roomAnchors, roomOutline, rssiAt, stepMs, stepsOf, tracks } from "./espresenseScenario.ts";
import { seeded } from "./random.ts";

/** What the engine comes to in the simulated room, as the companion's page tells it. */
export interface RoomResult {
  medianM: number;
  p95M: number;
  wrongRoom: number;
}

export const PUBLISHED: Record<keyof typeof tracks, RoomResult> = {
  walk: { medianM: 0.6, p95M: 1.33, wrongRoom: 0.066 },
  crossing: { medianM: 0.6, p95M: 1.61, wrongRoom: 0.223 },
};
const WALL_X = 4;
const SEEDS = 60;

/**
 * The engine's results there: each sample on its own, or with time. Like the peer it knows the path-loss
 * model, but not the noise. With `mismatched` the true exponent is 2.6, powers differ by 2 dB and σ is 4 dB.
 */
export function espresenseRoom(
  track: keyof typeof tracks,
  options: { time: boolean; mismatched?: boolean },
): RoomResult {
  const { time, mismatched = false } = options;
  const anchors = roomAnchors("room");
  const model = roomModel(anchors);
  const errors: number[] = [];
  let wrong = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = seeded(seed);
    const powers = anchors.map(() => -59 + (mismatched ? 2 * random.normal() : 0));
    let state = newTrackerState();
    let atMs = 0;
    for (const at of stepsOf(tracks[track])) {
      atMs += stepMs;
      if (!time) state = newTrackerState();
      for (const [i, anchor] of anchors.entries()) {
        const [exponent, noiseDb] = mismatched ? [2.6, 4] : [3, 2.5];
        const rssi = rssiAt(at, anchor, random, { powerDbm: powers[i]!, exponent, noiseDb });
        observe(state, { anchorId: anchor.id, rssi, atMs });
      }
      const fix = locate(model, state, atMs)!;
      errors.push(Math.hypot(fix.x - at.x, fix.y - at.y));
      if (fix.x > WALL_X !== at.x > WALL_X) wrong++;
    }
  }
  errors.sort((a, b) => a - b);
  return { medianM: quantile(errors, 0.5), p95M: quantile(errors, 0.95), wrongRoom: wrong / errors.length };
}

function roomModel(anchors: Anchor[]): SiteModel {
  return buildSiteModel({
    anchors,
    floors: [{ id: "room", level: 0, elevationM: 0, outline: roomOutline }],
    settings: {
      mechanism: "TRILATERATED",
      anchorSnapRadiusM: 5,
      locationAccuracyThresholdM: 50,
      ignoreMovingTracker: false,
    },
    calibration: {
      version: 1,
      level: 2,
      exponent: 3,
      powerShiftDb: 0,
      shadowSdDb: 1,
      tagOffsetSdDb: 0.5,
      anchorOffsetsDb: {},
      radius: null,
    },
  });
}

/** `npm run accuracy -- espresenseRoom`: errors and wrong rooms in the room of ESPresense companion's accuracy page. */
function main(): void {
  for (const track of ["walk", "crossing"] as const)
    for (const mismatched of [false, true])
      for (const time of [false, true]) {
        const { medianM, p95M, wrongRoom } = espresenseRoom(track, { time, mismatched });
        process.stdout.write(
          `${track}${mismatched ? ", mismatched noise" : ""}, ${time ? "with time" : "each sample alone"}: ${medianM.toFixed(2)} / ${p95M.toFixed(2)} / ${(100 * wrongRoom).toFixed(1)} %\n`,
        );
      }
}

if (import.meta.main) main();
