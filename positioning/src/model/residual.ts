/** What a gateway was found to hear beside what it should. */
export interface Residual {
  /** Mean above the engine's expectation under the present law, dB, and over how many fixes. */
  meanDb: number;
  fixes: number;
  /** The same beside the law alone, so that a new law does not take it away: lately, and usually. */
  recentDb: number;
  usualDb: number;
  /** For how long it has been noted, ms; when last, and what that moment's fixes came to so far. */
  watchedMs: number;
  notedMs: number;
  sumDb: number;
  tags: number;
  /** It hears less than it used to. */
  isOff: boolean;
}

export function newResidual(): Residual {
  return {
    meanDb: 0,
    fixes: 0,
    recentDb: 0,
    usualDb: 0,
    watchedMs: 0,
    notedMs: -Infinity,
    sumDb: 0,
    tags: 0,
    isOff: false,
  };
}

/** What stays known of a gateway when its site gets another law. */
export function underNewLaw(residual: Residual): Residual {
  return { ...residual, meanDb: 0, fixes: 0 };
}
