import type { DirectFit } from "../cost/directFit.ts";
import type { Posterior } from "../cost/posterior.ts";
import type { Calibration } from "../model/calibration.ts";
import { reducedChiSquare } from "../model/chiSquare.ts";
import type { LearningSite } from "../model/siteLearning.ts";
import { FIX } from "./fixConstants.ts";
import { errorScale, idealInner } from "./radius.ts";

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

/**
 * The radii of a fix, around the place that is shown: the scale of its error, by how much its gateways contradict each
 * other, and two parts that no residual shows. After a survey they are the quantiles learned from labelled points.
 */
export function statedRadii(posterior: Posterior, input: RadiusInput): Radii {
  const { calibration, gateways, scatter, direct, rest, displacementM2, offM } = input;
  // Where ranges and angles are, what was learned of strength says little.
  const learned = direct ? null : (calibration?.radius ?? null);
  const added2 = displacementShare(input, learned !== null) * displacementM2 + beforeItsStop(input);
  if (learned) {
    const scattered = learned.scatter === undefined ? 1 : scatter / learned.scatter;
    const scale2 = (rest === null ? 1 : FIX.restsLate) * errorScale(posterior, gateways, scattered) ** 2;
    const scaleM = Math.sqrt(scale2 + added2);
    return beside({ innerM: learned.inner * scaleM, outerM: learned.outer * scaleM }, offM);
  }
  const share = varianceShare(input);
  const near2 = FIX.nearM2 * share * (direct?.strengthShare ?? 1);
  const spread2 = FIX.innerFactor ** 2 * errorScale(posterior, gateways, scatter * share, direct) ** 2 + added2;
  const innerM = Math.sqrt(near2 + spread2);
  return beside({ innerM, outerM: Math.sqrt(FIX.nearOuter * near2 + FIX.outerShare ** 2 * spread2) }, offM);
}

/** How much wider errors usually are on a site than the spread of this posterior; at least 1. */
export function wideningOf(
  posterior: Posterior,
  gateways: number,
  { calibration, learning }: LearningSite,
  direct: DirectFit | null,
): number {
  const scatter = reducedChiSquare(learning.chiSquare);
  const usual = { gateways, calibration, direct, scatter, motion: null, rest: null, displacementM2: 0, offM: 0 };
  const ownM = idealInner * Math.sqrt(posterior.varX + posterior.varY);
  return Math.max(1, statedRadii(posterior, usual).innerM / Math.max(FIX.minDirectM, ownM));
}

/** How much of what it may have gone is error. */
function displacementShare({ motion }: RadiusInput, isLearned: boolean): number {
  if (motion?.isLate) return FIX.lateDisplacementShare;
  return isLearned ? FIX.surveyedDisplacementShare : FIX.displacementShare;
}

/** How much of a fix's variance the shown place has: motion averages it, late uploads add to it. */
function varianceShare({ motion, rest }: RadiusInput): number {
  if (motion?.isLate) return FIX.lateVariance;
  if (motion) return FIX.movingVariance + FIX.movingPerMps * motion.speedMps;
  return rest === null ? 1 : FIX.restsLate;
}

/** How far off a place is, m², until all gateways have reported what they heard since the tag came to rest. */
function beforeItsStop({ rest }: RadiusInput): number {
  if (rest === null) return 0;
  return (FIX.stopMps * (rest.lagMs / 1000)) ** 2 * Math.exp(-rest.forMs / (FIX.stopFade * rest.lagMs));
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
