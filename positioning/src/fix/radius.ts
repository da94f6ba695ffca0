import type { Calibration } from "../model/calibration.ts";
import type { DirectFit } from "../cost/directFit.ts";
import type { Posterior } from "../cost/posterior.ts";
import type { Measurements } from "../window/measurements.ts";
import { type ChiSquare, reducedChiSquare } from "../model/chiSquare.ts";
import { FIX } from "./fixConstants.ts";
import { MODEL } from "../model/modelConstants.ts";

/**
 * The scale (m) of the error to expect from a posterior: its standard deviation, with a lower limit and widened if many
 * gateways share their shadowing; smaller for a moving tag (`learned`: on a site whose radii were learned from labelled
 * points).
 * @param direct what ranges and angles add; null: there are none
 * @param scattered how much more or less the measurements scatter (in variance) than where the factors come from
 */
export function errorScale(
  posterior: Pick<Posterior, "varX" | "varY">,
  gateways: number,
  motion: "moving" | "learned" | null,
  scattered = 1,
  direct: DirectFit | null = null,
): number {
  const factor = motion === null ? 1 : motion === "moving" ? FIX.filterMoving : FIX.filterMovingSurveyed;
  const variance = (posterior.varX + posterior.varY) * factor ** 2 * scattered;
  const byStrength2 = FIX.minScaleM ** 2 + variance * Math.max(1, gateways / FIX.filterGateways);
  if (!direct) return Math.sqrt(byStrength2);
  const { strengthShare, scatter } = direct;
  const measured2 = FIX.minDirectM ** 2 + scatter * (posterior.varX + posterior.varY);
  return Math.sqrt(strengthShare * byStrength2 + (1 - strengthShare) * measured2);
}

/**
 * Factor for the usual error under a path-loss model that was not surveyed: smaller where shadows are milder than it
 * expects.
 */
export function radiusShare(chiSquare: ChiSquare): number {
  return Math.min(
    FIX.maxRoomShare,
    Math.max(FIX.minRoomShare, Math.sqrt(reducedChiSquare(chiSquare) / MODEL.chiSquare)),
  );
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

/**
 * How much wider errors usually are here than the posterior's own spread; at least 1.
 * @param direct what ranges and angles add; null: there are none
 */
export function wideningOf(
  posterior: Posterior,
  gateways: number,
  calibration: Calibration | null,
  chiSquare: ChiSquare,
  direct: DirectFit | null,
): number {
  const own = Math.sqrt(posterior.varX + posterior.varY);
  const inner = calibration?.radius?.inner ?? FIX.roomInner * radiusShare(chiSquare);
  const byStrength = (inner * errorScale(posterior, gateways, null)) / (FIX.idealInner * own);
  if (!direct) return Math.max(1, byStrength);
  const { strengthShare, scatter } = direct;
  return Math.max(1, Math.sqrt(strengthShare * byStrength ** 2 + (1 - strengthShare) * scatter));
}
