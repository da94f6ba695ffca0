import type { PlacedSite } from "../model/placedSite.ts";
import { isSuspect } from "../model/residual.ts";
import type { Measurements } from "../window/measurements.ts";
import { PACKET_SD_DB } from "../window/packetMean.ts";

/** Residuals share causes: every variance is stretched by this, so that they count a little less. */
const TEMPER = 1.2;
/** A gateway whose hearing is off still tells near from far. */
const SUSPECT_WEIGHT = 0.2;
/** Share of their residuals that gateways at one point have in common: same walls and bodies, other frequencies. */
const SPOT_SHARE = 0.6;

/** A gateway's level changes by about this much with each metre between it and its stated place, dB. */
const SLOPE_DB_M = 0.8;

/**
 * Variance of a window's mean around the path-loss model: shadowing, which stays; packet noise, which averages out; how
 * far a mobile gateway may be from its place; and the uncertain loss of the ceilings between.
 */
export function setWeights(m: Measurements, { shadowSdDb, uses }: Pick<PlacedSite, "shadowSdDb" | "uses">): void {
  for (let i = 0; i < m.count; i++) {
    const { residual, placeSdM } = m.anchors[i]!;
    m.noise[i] = PACKET_SD_DB ** 2 / m.packets[i]! + (SLOPE_DB_M * placeSdM) ** 2;
    const trust = uses.suspectWeight && isSuspect(residual) ? SUSPECT_WEIGHT : 1;
    m.effectiveObservations[i] = uses.sharedSpots ? effectiveObservationsOf(m, i) : 1;
    m.weight[i] = (trust * m.effectiveObservations[i]!) / (TEMPER * (shadowSdDb ** 2 + m.noise[i]! + m.slabDb2[i]!));
  }
}

/** Weight of one of several gateways at one point: together they count for little more than one. */
function effectiveObservationsOf({ anchors, count }: Measurements, i: number): number {
  const { spot } = anchors[i]!;
  if (spot === undefined) return 1;
  let sharing = 0;
  for (let j = 0; j < count; j++) if (anchors[j]!.spot === spot) sharing++;
  return 1 / (1 + SPOT_SHARE * (sharing - 1));
}
