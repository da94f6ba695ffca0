import type { Calibration, HeldOutError } from "../model/calibration.ts";
import { expectedChiSquare } from "../fix/trackerChiSquare.ts";
import { FIX } from "../fix/fixConstants.ts";
import { errorScale } from "../fix/radius.ts";
import type { DrawnWalls, LabelledSnapshot, SurveyedAnchor } from "./labelledSnapshot.ts";
import { foldsOfPoints, heldOutErrors, type PointError } from "./heldOutErrors.ts";
import { reducedChiSquare, newChiSquare, type ChiSquare } from "../model/chiSquare.ts";
import type { FixSite } from "../fix/fixWork.ts";
import { fitSurvey, type SurveyPathLoss } from "./surveyFit.ts";
import { surveyMap } from "./surveyMap.ts";
import { LEARN } from "./learnConstants.ts";

export interface SurveyInput {
  snapshots: readonly LabelledSnapshot[];
  anchors: readonly SurveyedAnchor[];
  tagHeightM: number;
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
export function calibrateFromSurvey(input: SurveyInput): Calibration | null {
  const anchors = new Map(input.anchors.map((anchor) => [anchor.id, anchor]));
  const plain = input.modelWith(null);
  const walls: DrawnWalls = new Map(plain.floors.map((floor) => [floor.id, floor.walls]));
  const snapshots = usablePoints(input.snapshots, input.anchors);
  if (snapshots.length < LEARN.folds) return null;
  const folds = foldsOfPoints(snapshots);
  const tries: { name: "present" | "law" | "offsets" | "map"; errors: PointError[] }[] = [
    {
      name: "present",
      errors: folds.flatMap(({ held }) => heldOutErrors(input.modelWith(input.present), held, snapshots)),
    },
  ];
  const fit = (points: readonly LabelledSnapshot[], name: "law" | "offsets" | "map"): Calibration => {
    const pathLoss = fitSurvey(points, anchors, input.tagHeightM, name !== "law", walls);
    const map = name === "map" ? surveyMap(points, plain, anchors, pathLoss, walls) : null;
    const isWalled = input.anchors.some(({ floor }) => walls.get(floor));
    return { ...calibrationOf(pathLoss, input.version, map), ...(isWalled ? { wallShare: pathLoss.wallShare } : {}) };
  };
  for (const name of ["law", "offsets", "map"] as const) {
    const min = name === "law" ? LEARN.folds : name === "offsets" ? 2 * LEARN.folds : LEARN.conformalPoints;
    if (snapshots.length < min) break;
    const errors = folds.flatMap(({ fit: points, held }) =>
      heldOutErrors(input.modelWith(fit(points, name)), held, snapshots),
    );
    tries.push({ name, errors });
  }
  let best = tries[0]!;
  for (const one of tries.slice(1)) if (lossOf(one.errors) < LEARN.surveyWin * lossOf(best.errors)) best = one;
  if (best.name === "present") return null;
  const calibration = fit(snapshots, best.name);
  return {
    ...calibration,
    radius: conformalRadius(best.errors),
    heldBack: { points: best.errors.length, before: summary(tries[0]!.errors), after: summary(best.errors) },
  };
}

/** The points that a gateway of their own floor heard; only these make up a survey. */
export function usablePoints(
  snapshots: readonly LabelledSnapshot[],
  anchors: readonly SurveyedAnchor[],
): LabelledSnapshot[] {
  const floorOf = new Map(anchors.map(({ id, floor }) => [id, floor]));
  return snapshots.filter(({ heard, floor }) => heard.some(({ anchorId }) => floorOf.get(anchorId) === floor));
}

/**
 * Quantiles of error over scale that contain 68 and 95 % of new points: split conformal, which pays one rank. Of the 95 % that
 * would make the largest error of a short survey its radius, so there the estimate is the median-unbiased one.
 */
export function conformalRadius(errors: readonly PointError[]): Calibration["radius"] {
  const within = errors.filter(({ surrounded }) => surrounded);
  const counted = within.length >= LEARN.conformalPoints ? within : errors;
  if (counted.length < LEARN.conformalPoints) return null;
  const usual = usualScatter(errors);
  const scattered = (point: PointError): number => expectedChiSquare(point.scatter, usual) / reducedChiSquare(usual);
  const ratios = counted
    .map((point) => point.errorM / errorScale(point.spread, point.gateways, scattered(point)))
    .toSorted((a, b) => a - b);
  const count = ratios.length;
  // Quantiles of few points jump, so the factors of sites without a survey count as some further points.
  const blend = (measured: number, unsurveyed: number): number =>
    (count * measured + LEARN.idealPoints * unsurveyed) / (count + LEARN.idealPoints);
  const inner = blend(ratios[Math.min(count - 1, Math.ceil(0.68 * (count + 1)) - 1)]!, FIX.innerFactor);
  const outer = LEARN.liveOuter * blend(quantileOf(ratios, 0.95), FIX.innerFactor * FIX.outerShare);
  return { inner, outer: Math.max(outer, 1.3 * inner), scatter: reducedChiSquare(usual) };
}

/** The median-unbiased estimate of a quantile (Hyndman & Fan 1996, definition 8) of values in ascending order. */
function quantileOf(sorted: readonly number[], share: number): number {
  const place = Math.max(0, Math.min(sorted.length - 1, (sorted.length + 1 / 3) * share - 2 / 3));
  const low = Math.floor(place);
  const high = Math.min(sorted.length - 1, low + 1);
  return sorted[low]! + (place - low) * (sorted[high]! - sorted[low]!);
}

/** χ² of all points together. */
function usualScatter(errors: readonly PointError[]): ChiSquare {
  const usual = newChiSquare();
  for (const { scatter } of errors) {
    usual.squares += scatter.squares;
    usual.freedom += scatter.freedom;
  }
  return usual;
}

function calibrationOf(pathLoss: SurveyPathLoss, version: number, map: Calibration["map"]): Calibration {
  const { exponent, powerShiftDb, shadowSdDb, tagOffsetSdDb, anchorOffsetsDb } = pathLoss;
  const level = map ? 3 : 2;
  return {
    version,
    level,
    exponent,
    powerShiftDb,
    shadowSdDb,
    tagOffsetSdDb,
    anchorOffsetsDb,
    map: map ?? null,
    radius: null,
  };
}

/** How levels are compared: by how far posteriors' means are off, which one point between two places does not tip. */
function lossOf(errors: readonly PointError[]): number {
  return errors.reduce((sum, { meanErrorM }) => sum + meanErrorM, 0) / errors.length;
}

function meanOf(errors: readonly PointError[]): number {
  return errors.reduce((sum, { errorM }) => sum + errorM, 0) / errors.length;
}

function summary(errors: readonly PointError[]): HeldOutError {
  const sorted = errors.map(({ errorM }) => errorM).toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  return { meanM: meanOf(errors), medianM: at(0.5), p90M: at(0.9) };
}
