import type { DirectFit } from "../cost/finePlace.ts";
import type { Posterior } from "../cost/posterior.ts";
import type { Calibration } from "../model/calibration.ts";
import { MIN_DIRECT_M, spreadM2, USUAL_FACTORS } from "./radius.ts";

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

/**
 * Error over the spread of a place known from ranges and angles alone, and what is beyond that at 95 %: their costs have
 * the tails of echoes, which most measurements are not, so that the posterior is wider than its error.
 */
const DIRECT = 0.93;
const DIRECT_OUTER_SHARE = 1.97;
/** Share of what a tag may have gone that is error: its dot goes on with it. */
const DIRECT_GONE = 0.17;
/**
 * Where gateways hand over late, a tag that came to rest is more often a worn one than a tag that never moved. Until
 * its stop is reported it is shown where it was on its way: off by this speed times their delay, m/s, which fades
 * within this share of the delay.
 */
const RESTS_LATE = 1.5;
const STOP_MPS = 0.13;
const STOP_TOLD = 0.3;

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
    DIRECT ** 2 * (MIN_DIRECT_M ** 2 + scatter * (varX + varY)) +
    DIRECT_GONE * input.displacementM2 +
    beforeItsStop(input);
  return { innerM: Math.sqrt(spread2), outerM: DIRECT_OUTER_SHARE * Math.sqrt(spread2) };
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
  const { inner, outer } = radius ?? USUAL_FACTORS;
  const scattered = radius?.scatter === undefined ? 1 : scatteredMore(scatter, radius.scatter);
  const goneM2 = motion?.isLate ? displacementM2 : 0;
  const variance = spreadM2(posterior, gateways) * scattered * (rest === null ? 1 : RESTS_LATE);
  const scaleM = Math.sqrt(variance + goneM2 + beforeItsStop(input));
  return { innerM: inner * scaleM, outerM: outer * scaleM };
}

/** How far off a place is, m², until all gateways have reported what they heard since the tag came to rest. */
function beforeItsStop({ rest }: RadiusInput): number {
  if (rest === null) return 0;
  return (STOP_MPS * (rest.lagMs / 1000)) ** 2 * Math.exp(-rest.forMs / (STOP_TOLD * rest.lagMs));
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
