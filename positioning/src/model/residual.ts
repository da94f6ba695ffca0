import { newUsualLevel, type UsualLevel } from "./usualLevel.ts";
import { MODEL } from "./modelConstants.ts";

/**
 * How far above expectation a gateway hears, dB. Its level is relative to the path-loss model alone, and so survives a
 * new path-loss model.
 */
export interface Residual extends UsualLevel {
  /** Mean above the engine's expectation under the present path-loss model, dB, and over how many fixes. */
  meanDb: number;
  fixes: number;
}

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
    (residual.fixes >= MODEL.residualFixes && Math.abs(residual.meanDb) > MODEL.suspectDb) ||
    residual.isOff ||
    (residual.watchedMs > MODEL.residualKnownMs && residual.usual < -MODEL.alwaysOffDb)
  );
}
