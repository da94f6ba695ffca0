import { logEvidence, type SnapshotStatistics, type PathLoss } from "./evidence.ts";
import { MODEL } from "../model/modelConstants.ts";
import { LEARN } from "./learnConstants.ts";

/** The path-loss model assumed before anything is heard; with an unknown tag that is the engine's default. */
export const defaultPathLoss: PathLoss = {
  exponent: MODEL.exponent,
  powerShiftDb: 0,
  shadowSdDb: MODEL.shadowSdDb,
  tagOffsetSdDb: MODEL.tagOffsetSdDb,
  wallShare: 1,
};

/**
 * The path-loss model of maximum evidence over the snapshots, with places and tags unknown. Weak priors (n 2.2 ± 0.6,
 * power ± 10 dB, σ and the tags' spread within a factor, walls 1 ± 0.6) decide the rest. Coordinate search, shrinking
 * steps.
 * @param worth what a snapshot counts for beside the priors, at most 1
 */
export function fitPathLoss(
  snapshots: readonly SnapshotStatistics[],
  worth = 1,
  start: PathLoss = defaultPathLoss,
): PathLoss {
  const at = [
    start.exponent,
    start.powerShiftDb,
    Math.log(start.shadowSdDb),
    Math.log(start.tagOffsetSdDb),
    start.wallShare,
  ];
  const step = [0.4, 4, 0.2, 0.5, 0.4];
  let best = penalised(snapshots, at, worth);
  // Exponent and power can offset each other, so a step along both is tried besides the plain ones.
  const directions = [
    [1, 0, 0, 0, 0],
    [0, 1, 0, 0, 0],
    [0, 0, 1, 0, 0],
    [0, 0, 0, 1, 0],
    [1, 2, 0, 0, 0],
  ];
  // So do exponent and walls.
  if (snapshots.some(({ walls }) => walls !== null)) directions.push([0, 0, 0, 0, 1], [1, 0, 0, 0, -1]);
  for (let round = 0; round < 40 && step[0]! > 0.01; round++) {
    let moved = false;
    for (const direction of directions) {
      for (const sign of [1, -1]) {
        const trial = at.map((value, k) => value + sign * direction[k]! * step[k]!);
        const score = penalised(snapshots, trial, worth);
        if (score <= best) continue;
        best = score;
        for (let k = 0; k < at.length; k++) at[k] = trial[k]!;
        moved = true;
        break;
      }
    }
    if (!moved) for (let k = 0; k < step.length; k++) step[k]! /= 2;
  }
  return pathLossOf(at);
}

/**
 * Whether a path-loss model went as far as it may: it would go on, and so compensates for something that is not in it.
 */
export function isAtTheEnd({ exponent, powerShiftDb }: Pick<PathLoss, "exponent" | "powerShiftDb">): boolean {
  const near = 0.01;
  return (
    exponent < MODEL.minExponent * (1 + near) ||
    exponent > MODEL.maxExponent * (1 - near) ||
    Math.abs(powerShiftDb) > LEARN.maxTagDb * (1 - near)
  );
}

function penalised(snapshots: readonly SnapshotStatistics[], at: readonly number[], worth: number): number {
  const pathLoss = pathLossOf(at);
  if (
    pathLoss.exponent < MODEL.minExponent ||
    pathLoss.exponent > MODEL.maxExponent ||
    Math.abs(pathLoss.powerShiftDb) > LEARN.maxTagDb
  )
    return -Infinity;
  let total = 0;
  for (const snapshot of snapshots) total += snapshot.weight * logEvidence(snapshot, pathLoss);
  const prior =
    ((pathLoss.exponent - MODEL.exponent) / MODEL.exponentSd) ** 2 +
    (pathLoss.powerShiftDb / 10) ** 2 +
    (Math.log(pathLoss.shadowSdDb / MODEL.shadowSdDb) / 0.25) ** 2 +
    (Math.log(pathLoss.tagOffsetSdDb / 4) / 1) ** 2 +
    ((pathLoss.wallShare - 1) / LEARN.wallShareSd) ** 2;
  return worth * total - prior / 2;
}

function pathLossOf(at: readonly number[]): PathLoss {
  return {
    exponent: at[0]!,
    powerShiftDb: at[1]!,
    shadowSdDb: Math.min(9, Math.max(2, Math.exp(at[2]!))),
    tagOffsetSdDb: Math.min(10, Math.max(0.3, Math.exp(at[3]!))),
    wallShare: Math.min(MODEL.maxWallShare, Math.max(0, at[4]!)),
  };
}
