import type { Calibration } from "./calibration.ts";
import type { Posterior } from "./posterior.ts";

/** Error over scale at 68 and 95 %, measured on recordings without a calibration of their own. */
const INNER = 1.04;
const OUTER = 2.05;
/** No window is better than this, m. */
const LEAST_M = 0.5;
/** Shadowing is shared: gateways beyond this many are no votes of their own. */
const OWN_VOTES = 6;

/**
 * The scale (m) of the error to expect from a posterior: its standard deviation, held above half a metre and widened
 * where many gateways share their shadowing. `biasM` is how far the stated place lies from the posterior's mean.
 */
export function errorScale(posterior: Posterior, gateways: number, biasM = 0): number {
  const variance = posterior.varX + posterior.varY;
  return Math.sqrt(LEAST_M ** 2 + biasM ** 2 + variance * Math.max(1, gateways / OWN_VOTES));
}

/** Radii (m) that hold the truth with 68 and 95 %. */
export function radiiOf(scaleM: number, calibration: Calibration | null): { innerM: number; outerM: number } {
  const factors = calibration?.radius ?? { inner: INNER, outer: OUTER };
  return { innerM: factors.inner * scaleM, outerM: factors.outer * scaleM };
}
