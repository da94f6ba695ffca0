import type { Posterior } from "../cost/posterior.ts";
import type { Calibration } from "../model/calibration.ts";
import { errorScale, LEAST_M } from "./radius.ts";

/** Radii (m) that hold the truth with 68 and 95 %. */
export interface Radii {
  innerM: number;
  outerM: number;
}

/** What the radius of a fix follows from, beside the posterior it was solved from. */
export interface RadiusInput {
  gateways: number;
  calibration: Calibration | null;
  /** χ² for each degree of freedom that its residuals have (ownScatter.ts). */
  scatter: number;
  /** Null: it rests, or nobody knows. */
  motion: { speedMps: number; isLate: boolean } | null;
  /** How far it may have gone since it was measured, beyond what it usually has, m². */
  goneM2: number;
  /** How far the stated place lies from where the tag seems to be, m. */
  offM: number;
}

/**
 * Error at 68 % over the posterior's standard deviation under residuals of χ² 1 a degree of freedom (an ideal posterior's would
 * be 1.07, and √1.2 of that, since weights are tempered), and what is beyond that at 95 %.
 */
const INNER = 0.95;
const OUTER_SHARE = 1.97;
/** The same of a place that ranges and angles alone tell. */
const DIRECT = 1.18;
/**
 * What no gateway's law tells, however many agree: how a tag is held and how high, and how far the law is off close by, m² at
 * 68 %. It has no long tail.
 */
const NEAR_M2 = 2;
const NEAR_OUTER = 2;
/** A law that was fitted to this very traffic has taken part of its scatter for its own. */
const FITTED = 1.25;
/**
 * χ² a degree of freedom under which the posterior is as wide as it should be. It narrows by more than residuals do as they get
 * smaller, since it has no tails then.
 */
const USUAL_SCATTER = 0.8;
const SCATTER_POWER = 1.2;
/**
 * What the wearer's body, walls and people take from all gateways on one side looks like another place and not like residuals.
 * It does not average out over more gateways: by so many it is as much as all that does.
 */
const ONE_SIDED_VOTES = 18;
const ONE_SIDED_POWER = 1.4;
/**
 * Share of a fix's variance that the shown place of a moving tag has: its filter averages the shadows it goes through, less the
 * faster it is followed. Stretches that gateways hand over late are located by themselves and hardly averaged, and the tag has
 * gone on since.
 */
const MOVING = 0.55;
const MOVING_PER_MPS = 0.19;
const LATE = 2.6;
/** How much of what a tag may have gone is error, at 68 %: its dot goes on with it, unless nobody has told of it since. */
const GONE = 0.15;
const GONE_LATE = 0.5;

export function statedRadii(posterior: Posterior, input: RadiusInput): Radii {
  const { calibration } = input;
  if (calibration?.radius) return learnedRadii(posterior, input, calibration.radius);
  const { gateways, scatter, motion, goneM2, offM } = input;
  const averaged = motion === null ? 1 : motion.isLate ? LATE : MOVING + MOVING_PER_MPS * motion.speedMps;
  const oneSided = (gateways / ONE_SIDED_VOTES) ** ONE_SIDED_POWER;
  const variance = (posterior.varX + posterior.varY) * (1 + oneSided) * averaged;
  const fitted = calibration && calibration.level > 0 ? FITTED : 1;
  const scattered = USUAL_SCATTER * (scatter / USUAL_SCATTER) ** SCATTER_POWER;
  const inner2 = gateways > 0 ? INNER ** 2 * fitted * scattered * variance : DIRECT ** 2 * (LEAST_M ** 2 + variance);
  const near2 = gateways > 0 ? NEAR_M2 * averaged : 0;
  const spread2 = inner2 + (motion?.isLate ? GONE_LATE : GONE) * goneM2;
  const innerM = Math.sqrt(near2 + spread2);
  const outerM = Math.sqrt(NEAR_OUTER * near2 + OUTER_SHARE ** 2 * spread2);
  return beside({ innerM, outerM }, offM);
}

/** By the quantiles that were learned from labelled points, in the scale in which they were. */
function learnedRadii(
  posterior: Posterior,
  { gateways, motion, goneM2, offM }: RadiusInput,
  { inner, outer }: NonNullable<Calibration["radius"]>,
): Radii {
  const scaleM = Math.sqrt(errorScale(posterior, gateways, motion && "learned") ** 2 + goneM2);
  return beside({ innerM: inner * scaleM, outerM: outer * scaleM }, offM);
}

/** Standard normal quantiles of 68 and 95 %. */
const Z_INNER = 0.4677;
const Z_OUTER = 1.6449;

/**
 * The radii around a place that is known to lie so far from the middle of the error: quantiles of the noncentral χ² with two
 * degrees of freedom (Patnaik's and Wilson and Hilferty's approximations).
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
