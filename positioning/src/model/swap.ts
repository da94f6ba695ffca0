/** Whether a site's traffic says that a gateway hangs where another is entered (learn/swappedGateways.ts). */
export interface Swap {
  /** The other one's id; null: none. */
  with: string | null;
  /** How many times in a row traffic has not said so any more. */
  against: number;
}

export function newSwap(): Swap {
  return { with: null, against: 0 };
}
