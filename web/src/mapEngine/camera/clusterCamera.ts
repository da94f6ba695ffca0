import type { Place } from "./plane.ts";

/** The distance of markers side by side with a small gap, px. */
const besidePx = 26;
/** One click zooms no farther, so that the surroundings stay recognisable; the rest of the cluster takes another click. */
const maxSteps = 2.5;
const minSteps = 0.7;
/** Members this close together count as being at the same spot. */
const samePx = 3;

/**
 * Where the camera goes to separate a cluster's members: their middle, and the number of zoom steps. Null if zooming does
 * not help, because they are at the same spot.
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
  if (spreadPx < samePx || stepsLeft < minSteps) return null;
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  return { middle, steps: Math.min(stepsLeft, maxSteps, Math.max(minSteps, steps)) };
}
