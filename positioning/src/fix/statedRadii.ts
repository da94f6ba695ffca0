import type { DirectFit } from "../cost/finePlace.ts";
import type { Posterior } from "../cost/posterior.ts";
import type { Calibration } from "../model/calibration.ts";
import { FIX } from "./fixConstants.ts";
import { spreadM2 } from "./radius.ts";

/** Radii (m) that contain the true place with a probability of 68 and 95 %. */
export interface Radii {
  innerM: number;
  outerM: number;
}

/** What a fix's radius depends on, besides the posterior it was solved from. */
export interface RadiusInput {
  gateways: number;
  calibration: Calibration | null;
  /** What ranges and angles add to strength; null: there are none. */
  direct: DirectFit | null;
  /** χ² per degree of freedom of its residuals (trackerChiSquare.ts). */
  scatter: number;
  /** If it moves: whether gateways hand over late what they heard. Null: it rests, or its motion is not known. */
  motion: { isLate: boolean } | null;
  /** If a tag came to rest while gateways hand over late: for how long, and how late they are; otherwise null. */
  rest: { forMs: number; lagMs: number } | null;
  /** How far it may have gone since it was measured, beyond what is usual, m². */
  displacementM2: number;
  /** How far the stated place is from where the tag seems to be, m. */
  offM: number;
}

/** The radii of a fix: its spread times the factors of the site, around the place that is shown. */
export function statedRadii(posterior: Posterior, input: RadiusInput): Radii {
  const { direct, offM } = input;
  if (!direct) return beside(strengthRadii(posterior, input), offM);
  const known = directRadii(posterior, input, direct);
  const { strengthShare } = direct;
  if (strengthShare === 0) return beside(known, offM);
  const byStrength = strengthRadii(posterior, input);
  const blend = (strengthM: number, directM: number): number =>
    Math.sqrt(strengthShare * strengthM ** 2 + (1 - strengthShare) * directM ** 2);
  const innerM = blend(byStrength.innerM, known.innerM);
  return beside({ innerM, outerM: blend(byStrength.outerM, known.outerM) }, offM);
}

/** The radii of a place that is known from ranges and angles alone. */
function directRadii({ varX, varY }: Posterior, input: RadiusInput, { scatter }: DirectFit): Radii {
  const spread2 =
    FIX.directInner ** 2 * (FIX.minDirectM ** 2 + scatter * (varX + varY)) +
    FIX.directGone * input.displacementM2 +
    beforeItsStop(input);
  return { innerM: Math.sqrt(spread2), outerM: FIX.directOuterShare * Math.sqrt(spread2) };
}

/**
 * How much more a tag's gateways contradict each other than those of a survey's points did, in variance. Less does not
 * narrow a circle, since a body or a wall moves a place without leaving residuals.
 */
export function scatteredMore(scatter: number, surveyed: number): number {
  return Math.max(1, scatter / surveyed);
}

/** The radii of a place that is known from strength alone: its spread times the factors of the site. */
function strengthRadii(posterior: Posterior, input: RadiusInput): Radii {
  const { gateways, calibration, scatter, motion, rest, displacementM2 } = input;
  const radius = calibration?.radius;
  const { inner, outer } = radius ?? { inner: FIX.innerFactor, outer: FIX.outerFactor };
  const scattered = radius?.scatter === undefined ? 1 : scatteredMore(scatter, radius.scatter);
  const goneM2 = motion?.isLate ? displacementM2 : 0;
  const late = rest !== null || motion?.isLate ? FIX.lateVariance : 1;
  const variance = spreadM2(posterior, gateways) * scattered * late;
  const scaleM = Math.sqrt(variance + goneM2 + beforeItsStop(input));
  return { innerM: inner * scaleM, outerM: outer * scaleM };
}

/** How far off a place is, m², until all gateways have reported what they heard since the tag came to rest. */
function beforeItsStop({ rest }: RadiusInput): number {
  if (rest === null) return 0;
  return (FIX.stopMps * (rest.lagMs / 1000)) ** 2 * Math.exp(-rest.forMs / (FIX.stopFade * rest.lagMs));
}

/** Standard normal quantiles of 68 and 95 %. */
const Z_INNER = 0.4677;
const Z_OUTER = 1.6449;

/**
 * The radii around a place that is known to be this far from the middle of the error: quantiles of the noncentral χ²
 * with two degrees of freedom (Patnaik's and Wilson and Hilferty's approximations).
 */
function beside({ innerM, outerM }: Radii, offM: number): Radii {
  if (!(offM > 0)) return { innerM, outerM };
  return { innerM: quantileBeside(innerM, offM, Z_INNER), outerM: quantileBeside(outerM, offM, Z_OUTER) };
}

function quantileBeside(radiusM: number, offM: number, z: number): number {
  const variance = radiusM ** 2 / (2 * cubed(2, z));
  const offset = offM ** 2 / variance;
  const freedom = (2 + offset) ** 2 / (2 + 2 * offset);
  const scale = (2 + 2 * offset) / (2 + offset);
  return Math.sqrt(variance * scale * freedom * cubed(freedom, z));
}

function cubed(freedom: number, z: number): number {
  const spread = 2 / (9 * freedom);
  return (1 - spread + z * Math.sqrt(spread)) ** 3;
}
