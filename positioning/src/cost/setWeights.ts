import type { PlacedSite } from "../model/placedSite.ts";
import type { Measurements } from "../window/measurements.ts";
import { COST } from "./costConstants.ts";
import { WINDOW } from "../window/windowConstants.ts";

/**
 * Variance of a window's mean around the path-loss model: shadowing, which stays; packet noise, which averages out; how
 * far a mobile gateway may be from its place; and the uncertain loss of the ceilings between.
 */
export function setWeights(m: Measurements, { shadowSdDb }: Pick<PlacedSite, "shadowSdDb">): void {
  for (let i = 0; i < m.count; i++) {
    m.noise[i] = WINDOW.packetSdDb ** 2 / m.packets[i]! + (COST.slopeDbM * m.anchors[i]!.placeSdM) ** 2;
    m.weight[i] = 1 / (COST.temper * (shadowSdDb ** 2 + m.noise[i]! + m.slabDb2[i]!));
  }
}
