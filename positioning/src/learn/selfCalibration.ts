import type { Calibration } from "../model/calibration.ts";
import { precomputeStatistics, type PathLoss, logEvidence, type SitePathLoss, type Snapshot } from "./evidence.ts";
import { defaultPathLoss, fitPathLoss, isAtTheEnd } from "./fitPathLoss.ts";
import { improveOffsets } from "./gatewayOffsets.ts";
import { ALL_MECHANISMS, type Mechanisms } from "../model/mechanisms.ts";
import { predictsHeldOut } from "./predictsHeldOut.ts";
import { WINDOW } from "../window/windowConstants.ts";
import { LEARN } from "./learnConstants.ts";

/**
 * L1: the site's path-loss model from traffic at unknown places. Exponent, power, shadowing and the tags' spread are
 * chosen by maximum evidence, each gateway's offset by expectation–maximisation; each step is adopted only if it makes
 * held-back snapshots likelier than the one before. Null if nothing wins over the path-loss model in use (null: the
 * defaults).
 */
export function calibrateFromTraffic(
  snapshots: readonly Snapshot[],
  tagHeightM: number,
  version: number,
  inUse: Calibration | null = null,
  uses: Mechanisms = ALL_MECHANISMS,
): Calibration | null {
  const usable = snapshots.filter(
    ({ anchors, nonDetecting }) => anchors.length + nonDetecting.length >= LEARN.minGateways,
  );
  const areFew = gatewaysIfFew(usable) !== null;
  if (effectiveObservationsIn(usable) < (areFew ? LEARN.minOfFew : LEARN.minObservations)) return null;
  // The path-loss model in use is challenged with what was heard since it was fitted.
  const fresh = usable.filter(({ atMs }) => atMs > (inUse?.fittedMs ?? -Infinity));
  if (effectiveObservationsIn(fresh) < LEARN.minFresh) return null;
  const older = usable.filter((one) => !fresh.includes(one));
  const folds = foldsOf(fresh).map(({ fit, held }) => ({ fit: [...older, ...fit], held }));
  const start = pathLossOf(inUse);
  const fits = folds.map(({ fit, held }) => ({ fit, held, pathLoss: fitSitePathLoss(fit, tagHeightM, false) }));
  const trials = fits.map(({ fit, held, pathLoss }) => {
    const offsets = fitOffsets(fit, tagHeightM, pathLoss);
    return [start, pathLoss, offsets].map((one) => held.map((snapshot) => evidenceOf(snapshot, one, tagHeightM)));
  });
  // A few gateways can fit a path-loss model to themselves: it has to predict each of them from the others.
  if (areFew && uses.predictsHeldOut && !predictsHeldOut(fits, start, tagHeightM)) return null;
  const evidence = [0, 1, 2].map((at) => trials.flatMap((trial) => trial[at]!));
  const level = levelsWon(evidence, uses);
  const pathLoss = level.length ? fitSitePathLoss(usable, tagHeightM, level.includes("offsets")) : null;
  if (!pathLoss || isAtTheEnd(pathLoss)) return null;
  return {
    version,
    level: 1,
    exponent: pathLoss.exponent,
    powerShiftDb: pathLoss.powerShiftDb,
    shadowSdDb: Math.sqrt(
      Math.max(LEARN.minShadowDb2, pathLoss.shadowSdDb ** 2 - WINDOW.packetSdDb ** 2 / WINDOW.movingPackets),
    ),
    tagOffsetSdDb: spreadOfTags(pathLoss.tagOffsetSdDb, new Set(usable.map(({ tagId }) => tagId)).size),
    // Gateways that were left out or heard nothing keep what was known before.
    anchorOffsetsDb: level.includes("offsets") ? { ...start.anchorOffsetsDb, ...pathLoss.anchorOffsetsDb } : {},
    ...(usable.some(({ floor }) => floor.walls) ? { wallShare: pathLoss.wallShare } : {}),
    radius: null,
    ...usualPowerOf(usable),
    fittedMs: usable.reduce((newest, { atMs }) => Math.max(newest, atMs), -Infinity),
    evidence: {
      windows: usable.length,
      before: meanOf(evidence[0]!),
      after: meanOf(evidence[level.includes("offsets") ? 2 : 1]!),
    },
  };
}

/** What the held-back snapshots find better than the step before: evidence of the defaults, a path-loss model, and one with offsets. */
function levelsWon(evidence: readonly SolvedFix[][], { gatewayOffsets }: Mechanisms): ("law" | "offsets")[] {
  const level: ("law" | "offsets")[] = [];
  if (wins(evidence[1]!, evidence[0]!)) level.push("law");
  if (gatewayOffsets && wins(evidence[2]!, level.length ? evidence[1]! : evidence[0]!)) level.push("offsets");
  return level;
}

/**
 * A calibration as the path-loss model of a fit, with the noise of packets in its scatter; null: the default path-loss
 * model.
 */
export function pathLossOf(inUse: Calibration | null): SitePathLoss {
  if (!inUse || inUse.level === 0) return { ...defaultPathLoss, anchorOffsetsDb: {} };
  const { exponent, powerShiftDb, tagOffsetSdDb, anchorOffsetsDb } = inUse;
  const shadowSdDb = Math.sqrt(inUse.shadowSdDb ** 2 + WINDOW.packetSdDb ** 2 / WINDOW.movingPackets);
  return { exponent, powerShiftDb, shadowSdDb, tagOffsetSdDb, anchorOffsetsDb, wallShare: inUse.wallShare ?? 0 };
}

/** The mean of what tags state; nothing if most of them state none. */
function usualPowerOf(snapshots: readonly Snapshot[]): Pick<Calibration, "statedPowerDbm"> {
  const byTag = new Map(snapshots.map(({ tagId, statedPowerDbm = null }) => [tagId, statedPowerDbm]));
  const stated = [...byTag.values()].filter((dbm) => dbm !== null);
  if (2 * stated.length <= byTag.size) return {};
  return { statedPowerDbm: stated.reduce((sum, dbm) => sum + dbm, 0) / stated.length };
}

/** Few tags do not show how far others differ from them, nor how much they themselves may change. */
function spreadOfTags(fittedDb: number, tags: number): number {
  return Math.sqrt((tags * fittedDb ** 2 + LEARN.usualTags * LEARN.usualTagSdDb ** 2) / (tags + LEARN.usualTags));
}

function meanOf(evidence: readonly SolvedFix[]): number {
  let [sum, weight] = [0, 0];
  for (const one of evidence) {
    sum += one.weight * one.value;
    weight += one.weight;
  }
  return sum / weight;
}

/** The path-loss model of maximum evidence, with or without an offset for each gateway. */
export function fitSitePathLoss(
  snapshots: readonly Snapshot[],
  tagHeightM: number,
  withOffsets: boolean,
): SitePathLoss {
  const statistics = snapshots.map((snapshot) => precomputeStatistics(snapshot, tagHeightM));
  const plain = { ...fitPathLoss(statistics, worthOf(snapshots)), anchorOffsetsDb: {} };
  return withOffsets ? fitOffsets(snapshots, tagHeightM, plain) : plain;
}

/**
 * Improves the path-loss model without offsets that the same snapshots gave, and finds each gateway's offset, in turns.
 */
function fitOffsets(snapshots: readonly Snapshot[], tagHeightM: number, plain: SitePathLoss): SitePathLoss {
  const worth = worthOf(snapshots);
  let anchorOffsetsDb: Record<string, number> = {};
  let pathLoss: PathLoss = plain;
  for (let round = 1; round <= LEARN.calibrationRounds; round++) {
    anchorOffsetsDb = improveOffsets(snapshots, tagHeightM, pathLoss, anchorOffsetsDb);
    if (round % 3) continue;
    pathLoss = fitPathLoss(
      snapshots.map((snapshot) => precomputeStatistics(snapshot, tagHeightM, anchorOffsetsDb)),
      worth,
      pathLoss,
    );
  }
  return { ...pathLoss, anchorOffsetsDb };
}

/** What a snapshot counts for beside the priors: less where few gateways hear much, each from one place. */
function worthOf(snapshots: readonly Snapshot[]): number {
  const few = gatewaysIfFew(snapshots);
  return few === null ? 1 : Math.min(1, (LEARN.fewWorth * few) / Math.max(1, effectiveObservationsIn(snapshots)));
}

/** How many observations snapshots are: what a tag says again and again counts once. */
export function effectiveObservationsIn(snapshots: readonly Snapshot[]): number {
  return snapshots.reduce((sum, { weight }) => sum + weight, 0);
}

/** How many gateways have heard the snapshots, if that is few for their floors; else null. */
function gatewaysIfFew(snapshots: readonly Snapshot[]): number | null {
  const gateways = new Set(snapshots.flatMap(({ anchors }) => anchors.map(({ id }) => id))).size;
  const floors = new Set(snapshots.map(({ floor }) => floor.id)).size;
  return gateways <= LEARN.fewGateways * floors ? gateways : null;
}

interface SolvedFix {
  value: number;
  weight: number;
}

function evidenceOf(snapshot: Snapshot, pathLoss: SitePathLoss, tagHeightM: number): SolvedFix {
  const value = logEvidence(precomputeStatistics(snapshot, tagHeightM, pathLoss.anchorOffsetsDb), pathLoss);
  return { value, weight: snapshot.weight };
}

function wins(challenger: readonly SolvedFix[], champion: readonly SolvedFix[]): boolean {
  let weight = 0;
  let sum = 0;
  let squares = 0;
  challenger.forEach((one, i) => {
    const gain = one.value - champion[i]!.value;
    weight += one.weight;
    sum += one.weight * gain;
    squares += one.weight * gain * gain;
  });
  const mean = sum / weight;
  const error = Math.sqrt(Math.max(0, squares / weight - mean * mean) / weight);
  return mean > LEARN.winNats && mean > LEARN.winErrors * error;
}

interface Fold {
  fit: Snapshot[];
  held: Snapshot[];
}

/** Two halves, each held back from the other's fit: by tag if there are enough of them, else by time. */
function foldsOf(snapshots: readonly Snapshot[]): Fold[] {
  const tags = [...new Set(snapshots.map(({ tagId }) => tagId))].toSorted();
  const inTime = snapshots.toSorted((a, b) => a.atMs - b.atMs);
  const first = new Set(
    tags.length >= 6
      ? snapshots.filter(({ tagId }) => tags.indexOf(tagId) % 2 === 0)
      : inTime.slice(0, inTime.length >> 1),
  );
  const a = snapshots.filter((one) => first.has(one));
  const b = snapshots.filter((one) => !first.has(one));
  return [
    { fit: a, held: b },
    { fit: b, held: a },
  ];
}
