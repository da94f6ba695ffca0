import { expect, test } from "vitest";
import { testNoise } from "../model/testNoise.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import { aSettings, aSquareFloor } from "../engine/testSite.ts";
import { gpsFix } from "./gpsFix.ts";
import { newGpsMotion, updateGpsMotion } from "./gpsMotion.ts";

const model = buildSiteModel({ anchors: [], floors: [aSquareFloor("yard", 40)], settings: aSettings() });
/** The 68 % radius of a place, in standard deviations along an axis. */
const RADIUS_SDS = 1.51;

interface Report {
  atS: number;
  x: number;
  y?: number;
  accuracyM?: number;
}

function verdicts(reports: readonly Report[]): boolean[] {
  const motion = newGpsMotion();
  return reports.map(({ atS, x, y = 0, accuracyM = 4 }) =>
    updateGpsMotion(motion, gpsFix(model, { atMs: 1000 * atS, x, y, accuracyM })!),
  );
}

/** What a receiver with independent errors reports of a tracker at this speed. */
function track(mps: number, { seconds = 1200, everyS = 1, accuracyM = 4, seed = 1 } = {}): Report[] {
  const { normal } = testNoise(seed);
  const errorM = () => (accuracyM / RADIUS_SDS) * normal();
  return Array.from({ length: seconds / everyS }, (_, nth) => {
    const atS = everyS * nth;
    return { atS, x: mps * atS + errorM(), y: errorM(), accuracyM };
  });
}

/** The share of a tracker's reports from `fromS` on at which it is said to move, over eight runs. */
function movingShare(mps: number, given: { everyS: number; accuracyM: number }, fromS: number): number {
  const said = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((seed) =>
    verdicts(track(mps, { ...given, seed })).slice(Math.ceil(fromS / given.everyS)),
  );
  return said.filter((moving) => moving).length / said.length;
}

test.each([
  [1, 4],
  [1, 15],
  [60, 4],
  [300, 15],
])("a GPS tracker that lies still hardly ever moves, with a report each %i s of %i m", (everyS, accuracyM) => {
  expect(movingShare(0, { everyS, accuracyM }, 0)).toBeLessThan(0.01);
});

test.each([
  ["walks", 1.4, { everyS: 1, accuracyM: 4 }],
  ["walks, with a poor receiver,", 1.4, { everyS: 1, accuracyM: 15 }],
  ["drives", 12, { everyS: 10, accuracyM: 6 }],
  ["drives and reports rarely", 12, { everyS: 300, accuracyM: 6 }],
])("a GPS tracker that %s moves from its second report or first minute on", (_, mps, given) => {
  expect(movingShare(mps, given, 60)).toBeGreaterThan(0.97);
});

test("a GPS tracker that has stopped moves for another two minutes at most", () => {
  const stopped = [
    ...track(1.4, { seconds: 60 }),
    ...track(0, { seconds: 240 }).map(({ atS, x, y }) => ({ atS: 60 + atS, x: 84 + x, y: y! })),
  ];
  const moves = verdicts(stopped);
  expect(moves[60]).toBe(true);
  expect(moves.slice(180)).not.toContain(true);
});

test.each([
  [
    "was somewhere else hours ago",
    [
      { atS: 0, x: 0 },
      { atS: 7200, x: 3000 },
    ],
  ],
  [
    "jumps faster than any train",
    [
      { atS: 0, x: 0 },
      { atS: 1, x: 3000 },
    ],
  ],
  [
    "drifts by more than its radius in ten minutes",
    [
      { atS: 0, x: 0 },
      { atS: 590, x: 20 },
    ],
  ],
  [
    "reports an older place late",
    [
      { atS: 60, x: 0 },
      { atS: 0, x: 100 },
    ],
  ],
])("a GPS tracker is not reported as moving because it %s", (_, reports) => {
  expect(verdicts(reports)).not.toContain(true);
});
