import type { Calibration } from "../model/calibration.ts";
import type { DirectFit } from "../cost/finePlace.ts";
import type { Posterior } from "../cost/posterior.ts";
import type { Measurements } from "../window/measurements.ts";
import { sumEffectiveObservations } from "../cost/residualChiSquare.ts";

/** No window's error is smaller than this, m. */
export const MIN_M = 0.5;
/** The same for a place known from ranges and angles. */
export const MIN_DIRECT_M = 0.1;
/** Shadowing is shared: gateways beyond this many are not independent. */
const OWN_VOTES = 12;
/** A moving tag hears other shadows at each step, which its filter averages. */
const MOVING = 0.72;
/** The gain is smaller if radii were learned from points at which a tag stood. */
const MOVING_LEARNED = 0.85;

/**
 * The scale (m) of the error to expect from a posterior: its standard deviation, with a lower limit and widened if many
 * gateways share their shadowing; smaller for a moving tag (`learned`: on a site whose radii were learned from labelled
 * points).
 * @param direct what ranges and angles add; null: there are none
 */
export function errorScale(
  posterior: Pick<Posterior, "varX" | "varY">,
  gateways: number,
  motion: "moving" | "learned" | null,
  direct: DirectFit | null = null,
): number {
  const factor = motion === null ? 1 : motion === "moving" ? MOVING : MOVING_LEARNED;
  const variance = (posterior.varX + posterior.varY) * factor ** 2;
  const byStrength2 = MIN_M ** 2 + variance * Math.max(1, gateways / OWN_VOTES);
  if (!direct) return Math.sqrt(byStrength2);
  const { strengthShare, scatter } = direct;
  const measured2 = MIN_DIRECT_M ** 2 + scatter * (posterior.varX + posterior.varY);
  return Math.sqrt(strengthShare * byStrength2 + (1 - strengthShare) * measured2);
}

/**
 * Error over the posterior's spread at 68 and 95 %, until the site's own points tell: an ideal posterior's are 1.07 and
 * 1.73. Together with `INDEPENDENT` what five recorded sites choose, each of them also without the others' help.
 */
export const USUAL_FACTORS = { inner: 1, outer: 1.7 };
/**
 * Loss at all gateways on one side (the wearer's body, walls, people) looks like another place and not like residuals:
 * more gateways than this tell no more than they.
 */
const INDEPENDENT = 10;

/** Spread of a place known from strength, m²: the posterior's variance, widened if many gateways share their shadows. */
export function spreadM2({ varX, varY }: Pick<Posterior, "varX" | "varY">, gateways: number): number {
  return (varX + varY) * sharedVariance(gateways);
}

function sharedVariance(gateways: number): number {
  return Math.max(1, gateways / INDEPENDENT);
}

/** How many gateways of the floor hear the tag; those of other floors count by their weight relative to these. */
export function effectiveGateways(m: Measurements): number {
  let own = 0;
  let beyond = 0;
  for (let i = 0; i < m.count; i++) {
    if (i < m.own) own += m.weight[i]!;
    else beyond += m.weight[i]!;
  }
  return own > 0 ? sumEffectiveObservations(m, m.own) * (1 + beyond / own) : m.count;
}

/** Error over scale at 68 % of a posterior that is as wide as its errors, in two dimensions (Rayleigh, over √2 of its σ). */
export const IDEAL_INNER = 1.07;

/**
 * How much wider errors usually are here than the posterior's own spread; at least 1.
 * @param direct what ranges and angles add; null: there are none
 */
export function wideningOf(
  gateways: number,
  calibration: Calibration | null,
  direct: DirectFit | null,
): number {
  const { inner } = calibration?.radius ?? USUAL_FACTORS;
  const byStrength = (inner / IDEAL_INNER) * Math.sqrt(sharedVariance(gateways));
  if (!direct) return Math.max(1, byStrength);
  const { strengthShare, scatter } = direct;
  return Math.max(1, Math.sqrt(strengthShare * byStrength ** 2 + (1 - strengthShare) * scatter));
}
