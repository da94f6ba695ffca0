/** What a site's traffic, looked at as a whole, says about one gateway (learn/weakGateways.ts). */
export interface Weakness {
  isWeak: boolean;
  /** How much less than the site's others it last seemed to hear when it seemed weak, dB, below 0. */
  db: number;
  /** How many times in a row traffic has said the opposite. */
  against: number;
}

export function newWeakness(): Weakness {
  return { isWeak: false, db: 0, against: 0 };
}
