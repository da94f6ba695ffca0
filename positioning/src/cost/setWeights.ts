import type { PlacedSite } from "../model/placedSite.ts";
import { isSuspect } from "../model/residual.ts";
import type { Measurements } from "../window/measurements.ts";
import { COST } from "./costConstants.ts";
import { WINDOW } from "../window/windowConstants.ts";

/**
 * Variance of a window's mean around the path-loss model: shadowing, which stays; packet noise, which averages out; how
 * far a mobile gateway may be from its place; and the uncertain loss of the ceilings between.
 */
export function setWeights(m: Measurements, { shadowSdDb, uses }: Pick<PlacedSite, "shadowSdDb" | "uses">): void {
  for (let i = 0; i < m.count; i++) {
    const { residual, placeSdM } = m.anchors[i]!;
    m.noise[i] = WINDOW.packetSdDb ** 2 / m.packets[i]! + (COST.slopeDbM * placeSdM) ** 2;
    const trust = uses.suspectWeight && isSuspect(residual) ? COST.suspectWeight : 1;
    m.effectiveObservations[i] = uses.sharedSpots ? effectiveObservationsOf(m, i) : 1;
    m.weight[i] =
      (trust * m.effectiveObservations[i]!) / (COST.temper * (shadowSdDb ** 2 + m.noise[i]! + m.slabDb2[i]!));
  }
}

/** Weight of one of several gateways at one point: together they count for little more than one. */
function effectiveObservationsOf({ anchors, count }: Measurements, i: number): number {
  const { spot } = anchors[i]!;
  if (spot === undefined) return 1;
  let sharing = 0;
  for (let j = 0; j < count; j++) if (anchors[j]!.spot === spot) sharing++;
  return 1 / (1 + COST.spotShare * (sharing - 1));
}
