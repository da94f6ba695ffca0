import type { DirectFit } from "../cost/directFit.ts";
import type { Posterior } from "../cost/posterior.ts";
import type { Measurements } from "../window/measurements.ts";
import { FIX } from "./fixConstants.ts";

/** Errors at 68 and 95 % of a right posterior, in its standard deviations: Rayleigh's quantiles, over √2 σ. */
export const idealInner = Math.sqrt(-Math.log(1 - 0.68));
export const idealOuter = Math.sqrt(-Math.log(1 - 0.95));

/**
 * The scale (m) of the error to expect from a posterior: its standard deviation, with a lower limit, and wider the more
 * gateways share what a body or a wall takes from all of them.
 * @param share how much of the posterior's variance counts, by motion and by how much the measurements scatter
 * @param direct what ranges and angles add; null: there are none
 */
export function errorScale(
  { varX, varY }: Pick<Posterior, "varX" | "varY">,
  gateways: number,
  share = 1,
  direct: DirectFit | null = null,
): number {
  const byStrength2 = FIX.minScaleM ** 2 + share * (varX + varY) * (1 + gateways / FIX.oneSidedGateways);
  if (!direct) return Math.sqrt(byStrength2);
  const { strengthShare, scatter } = direct;
  const measured2 = FIX.minDirectM ** 2 + scatter * (varX + varY);
  return Math.sqrt(strengthShare * byStrength2 + (1 - strengthShare) * measured2);
}

/** How many gateways of the floor hear the tag; those of other floors count by their weight relative to these. */
export function effectiveGateways(m: Measurements): number {
  let own = 0;
  let beyond = 0;
  for (let i = 0; i < m.count; i++) {
    if (i < m.own) own += m.weight[i]!;
    else beyond += m.weight[i]!;
  }
  return own > 0 ? m.own * (1 + beyond / own) : m.count;
}
