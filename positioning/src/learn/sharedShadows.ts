/**
 * Walls and bodies weaken all gateways on one side of a tag at once, so what gateways hear beside the law is not told by each of them
 * anew. So many gateways are as many witnesses of a law, and more of them are hardly more. Six is what the recordings asked for on
 * which the engine was designed (decision 82). Radii have numbers of their own, since what a place leaves open is shared otherwise than
 * what a law is fitted to: `OWN_VOTES` in fix/radius.ts where points were labelled, `ONE_SIDED_VOTES` in fix/statedRadius.ts elsewhere.
 */
const WITNESSES = 6;

/** By what the likelihood of what so many gateways hear together is to be divided. */
export function sharedBy(gateways: number): number {
  return Math.max(1, gateways / WITNESSES);
}
