import type { LabelledSnapshot, LabelledWindow } from "./labelledSnapshot.ts";
import { tagModelPrior } from "./tagModelPrior.ts";
import { newTagOffset, offsetPrior } from "./tagOffset.ts";
import { addMeasurement, arrangeFor, clear, type Measurements } from "../window/measurements.ts";
import { nearestOnFloor } from "../model/floorGrid.ts";
import { solvePosterior } from "../cost/posterior.ts";
import { fixChiSquare } from "../fix/trackerChiSquare.ts";
import { effectiveGateways } from "../fix/radius.ts";
import type { ChiSquare } from "../model/chiSquare.ts";
import { setWeights } from "../cost/setWeights.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { FixSite } from "../fix/fixWork.ts";
import { LEARN } from "./learnConstants.ts";

/** How far a held-back point was placed from the truth, and how large the engine took that error to be. */
export interface PointError {
  errorM: number;
  /** How far the posterior's mean was off. */
  meanErrorM: number;
  /** The posterior's variances, m², and how many gateways it was solved from. */
  spread: { varX: number; varY: number };
  gateways: number;
  /** χ² of its gateways' residuals there, and its degrees of freedom. */
  scatter: ChiSquare;
}

/** A part of the points, and the others, to which a calibration is fitted. */
interface Fold {
  fit: LabelledSnapshot[];
  held: LabelledSnapshot[];
}

/**
 * Parts of the points, each held back from the fit of the others. Points of one session and points of one place stay
 * together; if that leaves too few groups (one long walk), its stretches are distributed instead.
 */
export function foldsOfPoints(snapshots: readonly LabelledSnapshot[]): Fold[] {
  const group = groupsOf(snapshots);
  const areEnough = new Set(group).size >= 2 * LEARN.folds;
  const foldOf = (at: number): number =>
    areEnough ? group[at]! % LEARN.folds : Math.floor((LEARN.folds * at) / snapshots.length);
  return Array.from({ length: LEARN.folds }, (_, fold) => ({
    fit: snapshots.filter((_one, at) => foldOf(at) !== fold),
    held: snapshots.filter((_one, at) => foldOf(at) === fold),
  }));
}

/** Numbers the groups in the order of their first points. */
function groupsOf(snapshots: readonly LabelledSnapshot[]): number[] {
  const known = new Map<string, number>();
  let groups = 0;
  return snapshots.map(({ tagId, floor, x, y }) => {
    const place = JSON.stringify([floor, Math.round(x), Math.round(y)]);
    const mine = known.get(tagId) ?? known.get(place) ?? groups++;
    known.set(tagId, mine).set(place, mine);
    return mine;
  });
}

/**
 * Places each point on its floor from its live window alone, as the engine would, with the gateways of other floors;
 * points that no gateway of their floor heard are left out.
 */
export function heldOutErrors(model: FixSite, held: readonly LabelledSnapshot[]): PointError[] {
  const { measurements: m, posterior, scratch, prior } = model.work;
  // Like a tag of a surveyed make that is heard for the first time.
  offsetPrior(newTagOffset(), tagModelPrior(model, null), model.calibration?.version ?? 0, prior);
  return held.flatMap(({ x, y, floor, live, heard }) => {
    const placed = model.floors.find(({ id }) => id === floor);
    if (!placed) return [];
    take(model, live, placed, m);
    // Points with few packets may have none of them in the window.
    if (m.own === 0) take(model, heard, placed, m);
    if (m.own === 0) return [];
    setWeights(m, model);
    solvePosterior(placed.grid, m, prior, scratch, posterior);
    const at = nearestOnFloor(placed.grid, posterior.x, posterior.y);
    return [
      {
        errorM: Math.hypot(at.x - x, at.y - y),
        meanErrorM: Math.hypot(posterior.meanX - x, posterior.meanY - y),
        spread: { varX: posterior.varX, varY: posterior.varY },
        gateways: effectiveGateways(m),
        scatter: fixChiSquare(m, placed, posterior),
      },
    ];
  });
}

function take(model: FixSite, windows: readonly LabelledWindow[], floor: PlacedFloor, m: Measurements): void {
  clear(m);
  for (const { anchorId, rssi, packets } of windows) {
    const anchor = model.anchors.get(anchorId);
    if (anchor) addMeasurement(m, anchor, rssi, packets, 0);
  }
  arrangeFor(m, floor, { tagHeightM: model.tagHeightM, slabDb: model.learning.slab.meanDb });
}
