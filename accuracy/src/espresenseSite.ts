import type { Anchor } from "@pulse/positioning/model/placedSite";
import type { Session, TruthRow } from "@pulse/cli/locate/recordings";
import type { MeasuredSite } from "./measuredSite.ts";
import { seeded } from "./random.ts";

/** The room of espresenseRoom.ts as a site on its own: nothing is known of its path loss, and each seed is a tag. */
const RECEIVERS = [
  [0.2, 3.8],
  [0.2, 0.2],
  [5.8, 3.8],
  [5.8, 0.2],
] as const;
const TRACKS: Record<string, readonly (readonly [number, number])[]> = {
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
};
const STEPS = 30;
const STEP_MS = 1000;
const SEEDS = 10;

export function espresenseSite(): MeasuredSite {
  const truth = new Map<string, TruthRow[]>();
  const test = Object.entries(TRACKS).flatMap(([name, track]) =>
    Array.from({ length: SEEDS }, (_, i) => {
      const tagId = `${name}-${i + 1}`;
      truth.set(tagId, rowsOf(track));
      return walkedSession(tagId, truth.get(tagId)!, i + 1);
    }),
  );
  const anchors = RECEIVERS.map(([x, y], i): Anchor => ({
    id: `r${i}`,
    x,
    y,
    z: 1.2,
    floor: "0",
    measuredPower: null,
    alpha: null,
    beta: null,
    gamma: null,
    snapRadiusM: null,
  }));
  const outline = [
    { x: 0, y: 0 },
    { x: 6, y: 0 },
    { x: 6, y: 4 },
    { x: 0, y: 4 },
  ];
  return { name: "espresense", anchors, outline, survey: [], test, truth, moves: () => true };
}

function walkedSession(tagId: string, rows: readonly TruthRow[], seed: number): Session {
  const random = seeded(seed);
  const packets = rows.flatMap(({ atMs, x, y }) =>
    RECEIVERS.map(([rx, ry], i) => {
      const meanDbm = -59 - 30 * Math.log10(Math.max(0.1, Math.hypot(rx - x, ry - y)));
      const burstDb = random.next() < 0.1 ? -6 : 0;
      return { atMs, receivedMs: atMs, anchorId: `r${i}`, rssi: meanDbm + 2.5 * random.normal() + burstDb };
    }),
  );
  return { tagId, packets };
}

function rowsOf(points: readonly (readonly [number, number])[]): TruthRow[] {
  const steps = points.slice(1).flatMap(([bx, by], leg) => {
    const [ax, ay] = points[leg]!;
    return Array.from({ length: STEPS }, (_, i) => [i / (STEPS - 1), ax, ay, bx, by] as const);
  });
  return steps.map(([share, ax, ay, bx, by], i) => ({
    atMs: STEP_MS * (i + 1),
    x: ax + share * (bx - ax),
    y: ay + share * (by - ay),
    floor: "0",
  }));
}
