import { MODEL } from "./modelConstants.ts";

/** How well a gateway does lately, compared with how well it usually does (learn/updateLevel.ts). */
export interface UsualLevel {
  recent: number;
  usual: number;
  /** How long it has been watched and when it was last noted, ms; sum and number of that moment's fixes so far. */
  watchedMs: number;
  notedMs: number;
  sum: number;
  tags: number;
  /** It does worse than it used to. */
  isOff: boolean;
}

/**
 * How far above expectation a gateway hears, dB. Its level is relative to the path-loss model alone, and so survives a
 * new path-loss model.
 */
export interface Residual extends UsualLevel {
  /** Mean above the engine's expectation under the present path-loss model, dB, and over how many fixes. */
  meanDb: number;
  fixes: number;
}

/** The share of packets that a gateway hears, of those that it should hear well. */
export interface MissedPackets extends UsualLevel {
  /** Some of the places, by number, where it has missed packets since it was last all right. */
  places: Set<number>;
}

/** What a site's traffic, looked at as a whole, says about one gateway (learn/weakGateways.ts). */
export interface Weakness {
  isWeak: boolean;
  /** How much less than the site's others it last seemed to hear when it seemed weak, dB, below 0. */
  db: number;
  /** How many times in a row traffic has said the opposite. */
  against: number;
}

/** Whether a site's traffic says that a gateway hangs where another is entered (learn/swappedGateways.ts). */
interface Swap {
  /** The other one's id; null: none. */
  with: string | null;
  /** How many times in a row traffic has not said so any more. */
  against: number;
}

/** What shows whether a gateway does what it should. */
export interface GatewayLearning {
  residual: Residual;
  missed: MissedPackets;
  weakness: Weakness;
  swap: Swap;
}

/** Nothing is known of it yet. */
export function newGatewayLearning(): GatewayLearning {
  return {
    residual: newResidual(),
    missed: { ...newUsualLevel(), places: new Set() },
    weakness: { isWeak: false, db: 0, against: 0 },
    swap: { with: null, against: 0 },
  };
}

export function newResidual(): Residual {
  return { ...newUsualLevel(), meanDb: 0, fixes: 0 };
}

function newUsualLevel(): UsualLevel {
  return { recent: 0, usual: 0, watchedMs: 0, notedMs: -Infinity, sum: 0, tags: 0, isOff: false };
}

/** What stays known of a gateway when its site gets a new path-loss model. */
export function underNewPathLoss(residual: Residual): Residual {
  return { ...residual, meanDb: 0, fixes: 0 };
}

/** Whether a gateway's residuals have long been too far off; its packets then count for less. */
export function isSuspect(residual: Residual): boolean {
  return (
    (residual.fixes >= MODEL.residualFixes && Math.abs(residual.meanDb) > MODEL.suspectDb) ||
    residual.isOff ||
    (residual.watchedMs > MODEL.residualKnownMs && residual.usual < -MODEL.alwaysOffDb)
  );
}
