import type { Place } from "./plane.ts";

/** Beside each other with a little air, px. */
const besidePx = 26;
/** One click goes no farther: what is around stays recognisable, and what is left of the cluster takes another click. */
const mostSteps = 2.5;
const leastSteps = 0.7;
/** Members this near to each other lie at the same spot as far as anybody can tell. */
const samePx = 3;

/**
 * Where the camera goes to see a cluster's members apart: the middle of them, and by how many zoom steps. Null where
 * zooming does not help, because they lie at the same spot.
 */
export function clusterCamera(
  places: readonly Place[],
  { pxPerUnit, stepsLeft, sidePx }: { pxPerUnit: number; stepsLeft: number; sidePx: number },
): { middle: Place; steps: number } | null {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of places) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const spreadPx = Math.max(right - left, bottom - top) * pxPerUnit;
  const wantedPx = Math.min(besidePx * (Math.sqrt(places.length) + 0.6), sidePx * 0.7);
  const steps = Math.log2(wantedPx / Math.max(spreadPx, 0.01));
  if (spreadPx < samePx || stepsLeft < leastSteps) return null;
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  return { middle, steps: Math.min(stepsLeft, mostSteps, Math.max(leastSteps, steps)) };
}
