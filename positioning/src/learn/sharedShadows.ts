/**
 * Walls and bodies weaken all gateways on one side of a tag at once, so gateways' residuals are not independent. This
 * many gateways are as many observations of a path-loss model; more add hardly anything. Six is what the recordings on
 * which the engine was designed called for (decision 29). Radii have their own numbers, since what a place leaves open
 * is shared otherwise than what a path-loss model is fitted to: `INDEPENDENT` in fix/statedRadii.ts.
 */
const WITNESSES = 6;

/** Divides the likelihood of what this many gateways hear together. */
export function sharedBy(gateways: number): number {
  return Math.max(1, gateways / WITNESSES);
}
