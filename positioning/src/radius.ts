import type { Calibration } from "./calibration.ts";
import type { Posterior } from "./posterior.ts";

/**
 * Error over scale at 68 and 95 %, for sites without labelled points: between the factors of three recordings, whose
 * errors were 1.0–1.4 and 1.6–2.2 posterior standard deviations there (an ideal posterior: 1.07 and 1.73).
 */
const INNER = 1.18;
const OUTER = 2.1;
/** No window is better than this, m. */
const LEAST_M = 0.5;
/** Shadowing is shared: gateways beyond this many are no votes of their own. */
const OWN_VOTES = 12;
/** A moving tag hears other shadows at each step, which its filter averages. */
const MOVING = 0.82;

/**
 * The scale (m) of the error to expect from a posterior: its standard deviation, with a floor under it and widened
 * where many gateways share their shadowing. `biasM` is how far the stated place lies from the posterior's mean.
 */
export function errorScale(posterior: Posterior, gateways: number, moving: boolean, biasM = 0): number {
  const variance = (posterior.varX + posterior.varY) * (moving ? MOVING ** 2 : 1);
  return Math.sqrt(LEAST_M ** 2 + biasM ** 2 + variance * Math.max(1, gateways / OWN_VOTES));
}

/** Radii (m) that hold the truth with 68 and 95 %. */
export function radiiOf(scaleM: number, calibration: Calibration | null): { innerM: number; outerM: number } {
  const factors = calibration?.radius ?? { inner: INNER, outer: OUTER };
  return { innerM: factors.inner * scaleM, outerM: factors.outer * scaleM };
}
