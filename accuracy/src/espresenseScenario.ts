import type { Anchor } from "@pulse/positioning/model/placedSite";
import type { Point } from "@pulse/positioning/model/outline";

// The simulated room of ESPresense companion's accuracy page (numbers from its docs/accuracy.md and scenario files,
// Apache-2.0): 6 × 4 m, four receivers, RSSI = −59 − 30 log₁₀ d, σ 2.5 dB and, once in ten, a further −6 dB.

export type Spot = readonly [x: number, y: number];

export const roomOutline: Point[] = [
  { x: 0, y: 0 },
  { x: 6, y: 0 },
  { x: 6, y: 4 },
  { x: 0, y: 4 },
];

const receivers: readonly Spot[] = [
  [0.2, 3.8],
  [0.2, 0.2],
  [5.8, 3.8],
  [5.8, 0.2],
];

/** Metres, from corner to corner of the way. */
export const tracks = {
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
} as const satisfies Record<string, readonly Spot[]>;

/** The scenario has so many samples on each leg of a track, one a second. */
const stepsOfLeg = 30;
export const stepMs = 1000;

export const roomAnchors = (floor: string): Anchor[] =>
  receivers.map(([x, y], i) => ({
    id: `r${i}`,
    x,
    y,
    z: 1.2,
    floor,
    measuredPower: null,
    alpha: null,
    beta: null,
    gamma: null,
    snapRadiusM: null,
  }));

/** Where a track is at each step. */
export function stepsOf(track: readonly Spot[]): Point[] {
  return track.slice(1).flatMap(([bx, by], leg) => {
    const [ax, ay] = track[leg]!;
    return Array.from({ length: stepsOfLeg }, (_, i) => ({
      x: ax + ((bx - ax) * i) / (stepsOfLeg - 1),
      y: ay + ((by - ay) * i) / (stepsOfLeg - 1),
    }));
  });
}

/** What the scenario calls its noise, drawn in its order. */
interface Random {
  next(): number;
  normal(): number;
}

/** The RSSI at a receiver, dBm. Without a law of its own: the scenario's. */
export function rssiAt(
  { x, y }: Point,
  anchor: Point,
  random: Random,
  law = { powerDbm: -59, exponent: 3, noiseDb: 2.5 },
): number {
  const meanDbm = law.powerDbm - 10 * law.exponent * Math.log10(Math.max(0.1, Math.hypot(anchor.x - x, anchor.y - y)));
  const burstDb = random.next() < 0.1 ? -6 : 0;
  return meanDbm + law.noiseDb * random.normal() + burstDb;
}
