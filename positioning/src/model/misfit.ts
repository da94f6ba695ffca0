/** How far a site's gateways are from what they should hear, relative to what the law expects: χ² and its freedom. */
export interface Misfit {
  squares: number;
  freedom: number;
}

/** Usual χ² per degree of freedom if radii are right, and how many degrees of freedom that counts as. */
export const USUAL = 0.8;
const USUAL_FREEDOM = 60;

export function newMisfit(): Misfit {
  return { squares: USUAL * USUAL_FREEDOM, freedom: USUAL_FREEDOM };
}

/** χ² per degree of freedom, as usual at the site's places. */
export function misfitOf({ squares, freedom }: Misfit): number {
  return squares / freedom;
}
