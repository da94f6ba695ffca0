import { circle, drawText, type Ink, paint, sans, throwShadow } from "./ink.ts";

/** How many assets of each state a cluster contains. */
export interface ClusterCounts {
  moving: number;
  still: number;
  stale: number;
}

export function clusterRadiusPx(total: number): number {
  if (total > 12) return 19;
  return total > 6 ? 16.5 : 14;
}

const states = ["moving", "still", "stale"] as const;

const finestShares = 24;

/**
 * The counts rounded for a ring: large clusters in 24ths, so that not each of them needs its own sprite. A state with any
 * members is never rounded away.
 */
export function shownCounts({ moving, still, stale }: ClusterCounts): ClusterCounts {
  const total = moving + still + stale;
  if (total <= finestShares) return { moving, still, stale };
  const share = (count: number): number => (count === 0 ? 0 : Math.max(1, Math.round((count / total) * finestShares)));
  return { moving: share(moving), still: share(still), stale: share(stale) };
}

/** A white disc whose ring is split by state from 12 o'clock (look.md section 7). */
export function drawCluster(ink: Ink, counts: ClusterCounts, r: number): void {
  const { context, tokens } = ink;
  const total = counts.moving + counts.still + counts.stale;
  const body = circle(r + 1);
  throwShadow(ink, body, 0.3, tokens.puck);
  paint(ink, body, { fill: tokens.puck });
  const ring = r - 2;
  const around = 2 * Math.PI * ring;
  const present = states.filter((state) => counts[state] > 0);
  const gap = present.length > 1 ? 2.4 : 0;
  let startPx = 0;
  for (const state of present) {
    const lengthPx = (around * counts[state]) / total;
    const [from, to] = [startPx, startPx + Math.max(0.1, lengthPx - gap)].map((px) => px / ring - Math.PI / 2);
    const arc = new Path2D();
    arc.arc(0, 0, ring, from!, to!);
    context.setLineDash(state === "stale" ? [2, 2.4] : []);
    paint(ink, arc, { stroke: tokens[state], width: state === "stale" ? 2.4 : 3 });
    startPx += lengthPx;
  }
  context.setLineDash([]);
}

/** The number on a cluster's disc. */
export function drawCount(ink: Ink, text: string): void {
  drawText(ink, text, 0, 0.5, { font: `600 12px ${sans}`, fill: ink.tokens.text });
}
