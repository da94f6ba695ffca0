import type { Calibration, HeldOutError } from "../model/calibration.ts";
import type { PlacedAnchor } from "../model/placed.ts";
import { expectedChiSquare } from "../fix/trackerChiSquare.ts";
import { FIX } from "../fix/fixConstants.ts";
import type { FixSite } from "../fix/fixWork.ts";
import { errorScale } from "../fix/radius.ts";
import { reducedChiSquare, newChiSquare } from "../model/chiSquare.ts";
import type { LabelledSnapshot } from "./labelledSnapshot.ts";
import { foldsOfPoints, heldOutErrors, type PointError } from "./heldOutErrors.ts";
import { type HeldOut, wins } from "./heldOut.ts";
import { fitSurvey, type SurveyFit } from "./surveyFit.ts";
import { surveyMap } from "./surveyMap.ts";
import { LEARN } from "./learnConstants.ts";

export interface SurveyInput {
  snapshots: readonly LabelledSnapshot[];
  version: number;
  /** The site's model under a calibration, as the engine itself would run it. */
  modelWith: (calibration: Calibration | null) => FixSite;
  /** What the site uses now: the level to beat. */
  present: Calibration | null;
}

/**
 * L2 and L3 from labelled points. Each level is fitted without a part of the points and has to place that part better
 * than the level below; the radii are the split-conformal quantiles of the winner's held-back errors. Returns null if
 * nothing beats what the site has now.
 */
export function calibrateFromSurvey({ snapshots, version, modelWith, present }: SurveyInput): Calibration | null {
  const site = modelWith(null);
  const points = usablePoints(snapshots, [...site.anchors.values()]);
  if (points.length < LEARN.folds) return null;
  const folds = foldsOfPoints(points);
  const errorsWith = (levelOf: (some: readonly LabelledSnapshot[]) => Calibration | null): PointError[] =>
    folds.flatMap(({ fit, held }) => heldOutErrors(modelWith(levelOf(fit)), held));
  const before = errorsWith(() => present);
  let best: { errors: PointError[]; fit: ((some: readonly LabelledSnapshot[]) => Calibration) | null } = {
    errors: before,
    fit: null,
  };
  const fits = new Map<readonly LabelledSnapshot[], SurveyFit>();
  /** Both levels use the same fit of the same points. */
  const fitOf = (some: readonly LabelledSnapshot[]): SurveyFit => {
    const fit = fits.get(some) ?? fitSurvey(some, site);
    fits.set(some, fit);
    return fit;
  };
  for (const level of [2, 3] as const) {
    if (level === 3 && points.length < LEARN.conformalPoints) break;
    const fit = (some: readonly LabelledSnapshot[]): Calibration =>
      fitLevel(level, { points: some, fit: fitOf(some) }, site, version);
    const errors = errorsWith(fit);
    if (wins(nearnessOf(errors), nearnessOf(best.errors))) best = { errors, fit };
  }
  if (!best.fit) return null;
  return {
    ...best.fit(points),
    radius: conformalRadius(best.errors),
    heldBack: { points: best.errors.length, before: summary(before), after: summary(best.errors) },
  };
}

/** The points that a gateway of their own floor heard; only these make up a survey. */
export function usablePoints(
  snapshots: readonly LabelledSnapshot[],
  anchors: readonly PlacedAnchor[],
): LabelledSnapshot[] {
  const floorOf = new Map(anchors.map(({ id, floor }) => [id, floor.id]));
  return snapshots.filter(({ heard, floor }) => heard.some(({ anchorId }) => floorOf.get(anchorId) === floor));
}

function fitLevel(
  level: 2 | 3,
  { points, fit }: { points: readonly LabelledSnapshot[]; fit: SurveyFit },
  site: FixSite,
  version: number,
): Calibration {
  const { wallShare, ...pathLoss } = fit.pathLoss;
  const isWalled = site.floors.some(({ walls }) => walls);
  const map = level === 3 ? surveyMap(points, site, fit) : null;
  return { version, level, ...pathLoss, map, radius: null, ...(isWalled ? { wallShare } : {}) };
}

/**
 * Quantiles of error over scale that contain 68 and 95 % of new points: split conformal, which pays one rank. Of the 95 % that
 * would make the largest error of a short survey its radius, so there the estimate is the median-unbiased one.
 */
export function conformalRadius(errors: readonly PointError[]): Calibration["radius"] {
  if (errors.length < LEARN.conformalPoints) return null;
  const usual = newChiSquare();
  for (const { scatter } of errors) {
    usual.squares += scatter.squares;
    usual.freedom += scatter.freedom;
  }
  const scatter = reducedChiSquare(usual);
  const ratios = errors
    .map(({ errorM, spread, gateways, scatter: own }) => {
      return errorM / errorScale(spread, gateways, expectedChiSquare(own, usual) / scatter);
    })
    .toSorted((a, b) => a - b);
  const count = ratios.length;
  // Quantiles of few points jump, so the factors of sites without a survey count as some further points.
  const blend = (measured: number, unsurveyed: number): number =>
    (count * measured + LEARN.idealPoints * unsurveyed) / (count + LEARN.idealPoints);
  const inner = blend(ratios[Math.min(count - 1, Math.ceil(0.68 * (count + 1)) - 1)]!, FIX.innerFactor);
  const outer = LEARN.liveOuter * blend(quantileOf(ratios, 0.95), FIX.innerFactor * FIX.outerShare);
  return { inner, outer: Math.max(outer, 1.3 * inner), scatter };
}

/** The median-unbiased estimate of a quantile (Hyndman & Fan 1996, definition 8) of values in ascending order. */
function quantileOf(sorted: readonly number[], share: number): number {
  const place = Math.max(0, Math.min(sorted.length - 1, (sorted.length + 1 / 3) * share - 2 / 3));
  const low = Math.floor(place);
  const high = Math.min(sorted.length - 1, low + 1);
  return sorted[low]! + (place - low) * (sorted[high]! - sorted[low]!);
}

/** How levels are compared: by how far posteriors' means are off, which one point between two places does not tip. */
function nearnessOf(errors: readonly PointError[]): HeldOut[] {
  return errors.map(({ meanErrorM }) => ({ weight: 1, value: -meanErrorM }));
}

function summary(errors: readonly PointError[]): HeldOutError {
  const sorted = errors.map(({ errorM }) => errorM).toSorted((a, b) => a - b);
  return {
    meanM: sorted.reduce((sum, errorM) => sum + errorM, 0) / sorted.length,
    medianM: quantileOf(sorted, 0.5),
    p90M: quantileOf(sorted, 0.9),
  };
}
