import { locate } from "@pulse/positioning/engine/locate";
import { buildSiteModel, type SiteModel } from "@pulse/positioning/engine/siteModel";
import type { Anchor } from "@pulse/positioning/model/placedSite";
import { newTrackerState } from "@pulse/positioning/engine/trackerState";
import { observe } from "@pulse/positioning/window/signalState";
import { quantile } from "@pulse/cli/locate/evaluate";
import { seeded } from "./random.ts";

/**
 * The simulated room of ESPresense companion's accuracy page (numbers from its docs/accuracy.md and scenario files,
 * Apache-2.0): 6 × 4 m, four receivers, RSSI = −59 − 30 log₁₀ d, σ 2.5 dB and, once in ten, a further −6 dB.
 */
export interface RoomResult {
  medianM: number;
  p95M: number;
  wrongRoom: number;
}

const RECEIVERS = [
  [0.2, 3.8],
  [0.2, 0.2],
  [5.8, 3.8],
  [5.8, 0.2],
] as const;
const TRACKS = {
  walk: [
    [0.5, 0.5],
    [3, 2],
    [5.5, 3.5],
  ],
  crossing: [
    [1, 2],
    [3, 2],
    [3.9, 2],
    [4.1, 2],
    [5, 2],
  ],
} as const;
export const PUBLISHED: Record<keyof typeof TRACKS, RoomResult> = {
  walk: { medianM: 0.6, p95M: 1.33, wrongRoom: 0.066 },
  crossing: { medianM: 0.6, p95M: 1.61, wrongRoom: 0.223 },
};
const STEPS = 30;
const STEP_MS = 1000;
const WALL_X = 4;
const SEEDS = 60;

/**
 * The engine's results there: each sample on its own, or with time. Like the peer it knows the path-loss
 * model, but not the noise. With `mismatched` the true exponent is 2.6, powers differ by 2 dB and σ is 4 dB.
 */
export function espresenseRoom(
  track: keyof typeof TRACKS,
  options: { time: boolean; mismatched?: boolean },
): RoomResult {
  const { time, mismatched = false } = options;
  const model = roomModel();
  const errors: number[] = [];
  let wrong = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = seeded(seed);
    const powers = RECEIVERS.map(() => -59 + (mismatched ? 2 * random.normal() : 0));
    let state = newTrackerState();
    let atMs = 0;
    for (const { x, y } of stepsOf(TRACKS[track])) {
      atMs += STEP_MS;
      if (!time) state = newTrackerState();
      RECEIVERS.forEach(([rx, ry], i) => {
        const law = powers[i]! - 10 * (mismatched ? 2.6 : 3) * Math.log10(Math.max(0.1, Math.hypot(rx - x, ry - y)));
        const burst = random.next() < 0.1 ? -6 : 0;
        observe(state, { anchorId: `r${i}`, rssi: law + (mismatched ? 4 : 2.5) * random.normal() + burst, atMs });
      });
      const fix = locate(model, state, atMs)!;
      errors.push(Math.hypot(fix.x - x, fix.y - y));
      if (fix.x > WALL_X !== x > WALL_X) wrong++;
    }
  }
  errors.sort((a, b) => a - b);
  return { medianM: quantile(errors, 0.5), p95M: quantile(errors, 0.95), wrongRoom: wrong / errors.length };
}

function roomModel(): SiteModel {
  const outline = [
    { x: 0, y: 0 },
    { x: 6, y: 0 },
    { x: 6, y: 4 },
    { x: 0, y: 4 },
  ];
  const anchors: Anchor[] = RECEIVERS.map(([x, y], i) => ({
    id: `r${i}`,
    x,
    y,
    z: 1.2,
    floor: "room",
    measuredPower: null,
    alpha: null,
    beta: null,
    gamma: null,
    snapRadiusM: null,
  }));
  return buildSiteModel({
    anchors,
    floors: [{ id: "room", level: 0, elevationM: 0, outline }],
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

function stepsOf(points: readonly (readonly [number, number])[]): { x: number; y: number }[] {
  return points.slice(1).flatMap(([bx, by], leg) => {
    const [ax, ay] = points[leg]!;
    return Array.from({ length: STEPS }, (_, i) => ({
      x: ax + ((bx - ax) * i) / (STEPS - 1),
      y: ay + ((by - ay) * i) / (STEPS - 1),
    }));
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
