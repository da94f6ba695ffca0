import { MODEL } from "./modelConstants.ts";

/**
 * How far a site's gateways are from what they should hear, relative to what the path-loss model expects: χ² and its
 * freedom.
 */
export interface ChiSquare {
  squares: number;
  freedom: number;
}

export function newChiSquare(): ChiSquare {
  return { squares: MODEL.chiSquare * MODEL.chiSquareFreedom, freedom: MODEL.chiSquareFreedom };
}

/** χ² per degree of freedom, as usual at the site's places. */
export function reducedChiSquare({ squares, freedom }: ChiSquare): number {
  return squares / freedom;
}
