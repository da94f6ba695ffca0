import type { DirectFit } from "../cost/finePlace.ts";
import type { Posterior } from "../cost/posterior.ts";
import type { Calibration } from "../model/calibration.ts";
import { errorScale, MIN_DIRECT_M } from "./radius.ts";

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
 * Error at 68 % over the posterior's standard deviation (an ideal posterior's would be 1.07), and what is beyond that at
 * 95 %. These and the next four are what six sites, the two recordings and simulated sites choose together; without any
 * one of the sites the others choose nearly the same.
 */
const INNER = 0.95;
const OUTER_SHARE = 1.9;
/**
 * The same for a place known from ranges and angles alone, and what is beyond that at 95 %: their costs have the tails of echoes,
 * which most measurements are not, so that the posterior is wider than its error.
 */
const DIRECT = 0.93;
const DIRECT_OUTER_SHARE = 1.97;
/**
 * What no gateway's path-loss model covers, however many agree: how and how high a tag is held, how far the path-loss
 * model is off close by, how exactly a true place was noted; m² at 68 %. It has hardly a tail.
 */
const NEAR_M2 = 2.2;
const NEAR_OUTER = 1.44;
/**
 * Loss at all gateways on one side (the wearer's body, walls, people) looks like another place and not like residuals.
 * It does not average out over more gateways: with this many it is as much as everything that does.
 */
const ONE_SIDED_VOTES = 25;
/**
 * Share of a fix's variance that the shown place of a moving tag has: its filter averages the shadows it goes through,
 * less the faster it is followed. Stretches that gateways hand over late are located separately and hardly averaged, and the tag has gone on since.
 */
const MOVING = 0.6;
const MOVING_PER_MPS = 0.1;
const LATE = 3;
/**
 * Where gateways hand over late, a tag that came to rest is more often a worn one than a tag that never moved. Until
 * its stop is reported it is shown where it was on its way: off by this speed times their delay, m/s, which fades
 * within this share of the delay.
 */
const RESTS_LATE = 1.5;
const STOP_MPS = 0.13;
const STOP_TOLD = 0.3;
/** Share of what a tag may have gone that is error, at 68 %: its dot goes on with it, unless nothing came since. */
const GONE = 0.17;
const GONE_LATE = 0.5;
/** The same where radii were learned from points: they include part of it. */
const GONE_LEARNED = 0.4;

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
  const spread2 = DIRECT ** 2 * (MIN_DIRECT_M ** 2 + variance) + displacementVariance(input) + beforeItsStop(input);
  return { innerM: Math.sqrt(spread2), outerM: DIRECT_OUTER_SHARE * Math.sqrt(spread2) };
}

/**
 * The radii of a place that is known from strength alone: the posterior's spread, scaled by how much its gateways
 * contradict each other, and two parts that no residual shows.
 */
function strengthRadii(posterior: Posterior, input: RadiusInput): Radii {
  const { calibration, gateways, scatter } = input;
  if (calibration?.radius) return learnedRadii(posterior, input, calibration.radius);
  const share = varianceShare(input);
  const near2 = NEAR_M2 * share;
  const variance = scatter * (posterior.varX + posterior.varY) * (1 + gateways / ONE_SIDED_VOTES) * share;
  const spread2 = INNER ** 2 * variance + displacementVariance(input) + beforeItsStop(input);
  const innerM = Math.sqrt(near2 + spread2);
  const outerM = Math.sqrt(NEAR_OUTER * near2 + OUTER_SHARE ** 2 * spread2);
  return { innerM, outerM };
}

/** How much of a fix's variance the shown place has: motion averages it, late uploads add to it. */
function varianceShare({ motion, rest }: RadiusInput): number {
  if (motion !== null) return motion.isLate ? LATE : MOVING + MOVING_PER_MPS * motion.speedMps;
  return rest === null ? 1 : RESTS_LATE;
}

/** How much of what it may have gone is error, m². */
function displacementVariance({ motion, displacementM2 }: RadiusInput): number {
  return (motion?.isLate ? GONE_LATE : GONE) * displacementM2;
}

/** How far off a place is, m², until all gateways have reported what they heard since the tag came to rest. */
function beforeItsStop({ rest }: RadiusInput): number {
  if (rest === null) return 0;
  return (STOP_MPS * (rest.lagMs / 1000)) ** 2 * Math.exp(-rest.forMs / (STOP_TOLD * rest.lagMs));
}

/** By the quantiles learned from labelled points, in the scale in which they were learned. */
function learnedRadii(
  posterior: Posterior,
  input: RadiusInput,
  { inner, outer, scatter: usual }: NonNullable<Calibration["radius"]>,
): Radii {
  const { gateways, motion, displacementM2, rest, scatter } = input;
  const scattered = usual === undefined ? 1 : scatter / usual;
  const scale2 = (rest === null ? 1 : RESTS_LATE) * errorScale(posterior, gateways, null, scattered) ** 2;
  const displacement2 = (motion?.isLate ? 1 : GONE_LEARNED) * displacementM2;
  const scaleM = Math.sqrt(scale2 + displacement2 + beforeItsStop(input));
  return { innerM: inner * scaleM, outerM: outer * scaleM };
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
