import { MODEL } from "./modelConstants.ts";

/** The loss of a ceiling of the site, as far as gateways that hear tags through ceilings have shown it. */
export interface SlabLoss {
  meanDb: number;
  observations: number;
}

export function newSlabLoss(): SlabLoss {
  return { meanDb: MODEL.slabDb, observations: MODEL.slabObservations };
}
