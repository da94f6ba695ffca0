import type { DirectFit } from "../cost/directFit.ts";
import type { Posterior } from "../cost/posterior.ts";
import type { Calibration } from "../model/calibration.ts";
import { FIX } from "./fixConstants.ts";
import { errorScale } from "./radius.ts";

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
  /** If it moves: how fast, and whether gateways hand over late what they heard. Null: it rests, or nobody knows. */
  motion: { speedMps: number; isLate: boolean } | null;
  /** If a tag came to rest while gateways hand over late: for how long, and how late they are; otherwise null. */
  rest: { forMs: number; lagMs: number } | null;
  /** How far it may have gone since it was measured, beyond what is usual, m². */
  displacementM2: number;
  /** How far the stated place is from where the tag seems to be, m. */
  offM: number;
}

/** The radii of a fix, around the place that is shown. */
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
  const variance = scatter * (varX + varY);
  const spread2 =
    FIX.innerFactor ** 2 * (FIX.minDirectM ** 2 + variance) + displacementVariance(input) + beforeItsStop(input);
  return { innerM: Math.sqrt(spread2), outerM: FIX.outerShare * Math.sqrt(spread2) };
}

/**
 * The radii of a place that is known from strength alone: the posterior's spread, scaled by how much its gateways
 * contradict each other, and two parts that no residual shows.
 */
function strengthRadii(posterior: Posterior, input: RadiusInput): Radii {
  const { calibration, gateways, scatter } = input;
  if (calibration?.radius) return learnedRadii(posterior, input, calibration.radius);
  const share = varianceShare(input);
  const near2 = FIX.nearM2 * share;
  const variance = scatter * (posterior.varX + posterior.varY) * (1 + gateways / FIX.oneSidedGateways) * share;
  const spread2 = FIX.innerFactor ** 2 * variance + displacementVariance(input) + beforeItsStop(input);
  const innerM = Math.sqrt(near2 + spread2);
  const outerM = Math.sqrt(FIX.nearOuter * near2 + FIX.outerShare ** 2 * spread2);
  return { innerM, outerM };
}

/** How much of a fix's variance the shown place has: motion averages it, late uploads add to it. */
function varianceShare({ motion, rest }: RadiusInput): number {
  if (motion !== null)
    return motion.isLate ? FIX.lateVariance : FIX.movingVariance + FIX.movingPerMps * motion.speedMps;
  return rest === null ? 1 : FIX.restsLate;
}

/** How much of what it may have gone is error, m². */
function displacementVariance({ motion, displacementM2 }: RadiusInput): number {
  return (motion?.isLate ? FIX.lateDisplacementShare : FIX.displacementShare) * displacementM2;
}

/** How far off a place is, m², until all gateways have reported what they heard since the tag came to rest. */
function beforeItsStop({ rest }: RadiusInput): number {
  if (rest === null) return 0;
  return (FIX.stopMps * (rest.lagMs / 1000)) ** 2 * Math.exp(-rest.forMs / (FIX.stopFade * rest.lagMs));
}

/** By the quantiles learned from labelled points, in the scale in which they were learned. */
function learnedRadii(
  posterior: Posterior,
  input: RadiusInput,
  { inner, outer, scatter: usual }: NonNullable<Calibration["radius"]>,
): Radii {
  const { gateways, motion, displacementM2, rest, scatter } = input;
  const scattered = usual === undefined ? 1 : scatter / usual;
  const scale2 = (rest === null ? 1 : FIX.restsLate) * errorScale(posterior, gateways, null, scattered) ** 2;
  const displacement2 = (motion?.isLate ? 1 : FIX.surveyedDisplacementShare) * displacementM2;
  const scaleM = Math.sqrt(scale2 + displacement2 + beforeItsStop(input));
  return { innerM: inner * scaleM, outerM: outer * scaleM };
}

/** Standard normal quantiles of 68 and 95 %. */
const zInner = 0.4677;
const zOuter = 1.6449;

/**
 * The radii around a place that is known to be this far from the middle of the error: quantiles of the noncentral χ²
 * with two degrees of freedom (Patnaik's and Wilson and Hilferty's approximations).
 */
function beside({ innerM, outerM }: Radii, offM: number): Radii {
  if (!(offM > 0)) return { innerM, outerM };
  return { innerM: quantileBeside(innerM, offM, zInner), outerM: quantileBeside(outerM, offM, zOuter) };
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
