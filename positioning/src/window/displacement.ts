import type { Place } from "./trail.ts";
import type { PlacedAnchor } from "../model/placed.ts";
import { WINDOW } from "./windowConstants.ts";

/** Read in the loops of every fix. */
const { bodyDb2, bodyShare, newShadowsDb2, outlierSds } = WINDOW;

/**
 * How the level at each gateway has changed between two windows, dB, the variance of that if the tag has not moved,
 * dB², and how a step of the tag would change it, dB a metre. Scratch space, filled anew each time.
 */
export interface Changes {
  count: number;
  changeDb: Float64Array;
  varianceDb2: Float64Array;
  eastDb: Float64Array;
  northDb: Float64Array;
}

const dbPerNeper = 10 / Math.LN10;

export function newChanges(): Changes {
  const room = (): Float64Array => new Float64Array(WINDOW.maxChanges);
  return { count: 0, changeDb: room(), varianceDb2: room(), eastDb: room(), northDb: room() };
}

/** Adds the change at one gateway, for a tag that was at `from`. */
export function addChange(
  changes: Changes,
  { x, y, radio }: PlacedAnchor,
  from: Place,
  changeDb: number,
  varianceDb2: number,
): void {
  if (changes.count === WINDOW.maxChanges) return;
  const at = changes.count++;
  const eastM = from.x - x;
  const northM = from.y - y;
  const slope = (-dbPerNeper * radio.exponent) / (eastM ** 2 + northM ** 2 + WINDOW.nearM ** 2);
  changes.changeDb[at] = changeDb;
  changes.varianceDb2[at] = varianceDb2;
  changes.eastDb[at] = slope * eastM;
  changes.northDb[at] = slope * northM;
}

/**
 * Log-likelihood ratio of the changes: a tag that has gone somewhere, against one that stays while people step in front
 * of single gateways. The displacement is integrated out by Laplace's approximation around its likeliest value, found
 * by least squares with weights that are smaller for outliers (Student's t). −∞ without gateways.
 * @param goneM2 how far it has gone if it has, m² along an axis
 */
export function displacementLogRatio(changes: Changes, displacementM2 = WINDOW.displacementM2): number {
  const { count, changeDb, varianceDb2, eastDb, northDb } = changes;
  if (!count) return -Infinity;
  let east = 0;
  let north = 0;
  let score = 0;
  for (let turn = 0; turn < WINDOW.displacementRounds; turn++) {
    let ee = 1 / displacementM2;
    let en = 0;
    let nn = ee;
    let e = 0;
    let n = 0;
    for (let i = 0; i < count; i++) {
      const variance = varianceDb2[i]! + newShadowsDb2;
      const left = changeDb[i]! - east * eastDb[i]! - north * northDb[i]!;
      const weight = 1 / (variance + (left / outlierSds) ** 2);
      ee += weight * eastDb[i]! * eastDb[i]!;
      en += weight * eastDb[i]! * northDb[i]!;
      nn += weight * northDb[i]! * northDb[i]!;
      e += weight * eastDb[i]! * changeDb[i]!;
      n += weight * northDb[i]! * changeDb[i]!;
    }
    const determinant = ee * nn - en * en;
    east = (nn * e - en * n) / determinant;
    north = (ee * n - en * e) / determinant;
    score = -(east ** 2 + north ** 2) / (2 * displacementM2) - Math.log(determinant * displacementM2 ** 2) / 2;
  }
  for (let i = 0; i < count; i++) {
    const left = changeDb[i]! - east * eastDb[i]! - north * northDb[i]!;
    score += Math.log(likelihood(left, varianceDb2[i]! + newShadowsDb2) / likelihood(changeDb[i]!, varianceDb2[i]!));
  }
  return score;
}

/** Likelihood of a change, up to a constant factor, where somebody may have stepped into the way as well. */
function likelihood(changeDb: number, varianceDb2: number): number {
  return (1 - bodyShare) * normal(changeDb, varianceDb2) + bodyShare * normal(changeDb, varianceDb2 + bodyDb2);
}

function normal(value: number, variance: number): number {
  return Math.exp((-value * value) / (2 * variance)) / Math.sqrt(variance);
}
