/** How far gateways are from what they should hear, relative to what the path-loss model expects: χ² and its freedom. */
export interface ChiSquare {
  squares: number;
  freedom: number;
}

/** Usual χ² per degree of freedom, and how many degrees of freedom that counts as. */
const USUAL = 0.8;
const USUAL_FREEDOM = 60;

export function newChiSquare(): ChiSquare {
  return { squares: USUAL * USUAL_FREEDOM, freedom: USUAL_FREEDOM };
}

/** χ² per degree of freedom. */
export function reducedChiSquare({ squares, freedom }: ChiSquare): number {
  return squares / freedom;
}
