/** The loss of a ceiling of the site, as far as gateways that hear tags through ceilings have shown it. */
export interface SlabLoss {
  meanDb: number;
  observations: number;
}

/** Concrete takes 10–20 dB (Seidel & Rappaport 1992: 13), wood half, stairs little; counts as so many observations. */
const USUAL_DB = 9;
const USUAL_WITNESSES = 300;

export function newSlabLoss(): SlabLoss {
  return { meanDb: USUAL_DB, observations: USUAL_WITNESSES };
}
