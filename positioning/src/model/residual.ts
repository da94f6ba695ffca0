import { newUsualLevel, type UsualLevel } from "./usualLevel.ts";

/**
 * How far above expectation a gateway hears, dB. Its level is relative to the path-loss model alone, and so survives a
 * new path-loss model.
 */
export interface Residual extends UsualLevel {
  /** Mean above the engine's expectation under the present path-loss model, dB, and over how many fixes. */
  meanDb: number;
  fixes: number;
}

/** Residuals are averaged over this many fixes; before that nothing is reported. */
export const FIXES = 200;
/** Healthy gateways stay within 1–4 dB, one 12 dB deaf falls by 6–14. */
const SUSPECT_DB = 6;
/** It takes this long to know what is usual. */
export const KNOWN_MS = 5 * 60_000;
/** Beyond this a gateway is off even if it always was, dB. */
export const ALWAYS_OFF_DB = 9;

export function newResidual(): Residual {
  return { ...newUsualLevel(), meanDb: 0, fixes: 0 };
}

/** What stays known of a gateway when its site gets a new path-loss model. */
export function underNewPathLoss(residual: Residual): Residual {
  return { ...residual, meanDb: 0, fixes: 0 };
}

/** Whether a gateway's residuals have long been too far off; its packets then count for less. */
export function isSuspect(residual: Residual): boolean {
  return (
    (residual.fixes >= FIXES && Math.abs(residual.meanDb) > SUSPECT_DB) ||
    residual.isOff ||
    (residual.watchedMs > KNOWN_MS && residual.usual < -ALWAYS_OFF_DB)
  );
}
