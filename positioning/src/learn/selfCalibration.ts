import type { Calibration } from "../model/calibration.ts";
import { ALL_MECHANISMS, type Mechanisms } from "../model/mechanisms.ts";
import { WINDOW } from "../window/windowConstants.ts";
import { logEvidence, type SitePathLoss } from "./evidence.ts";
import { defaultPathLoss, fitPathLoss, isAtTheEnd } from "./fitPathLoss.ts";
import { type HeldOut, weightedMean, wins } from "./heldOut.ts";
import { LEARN } from "./learnConstants.ts";
import { observationOf } from "./observation.ts";
import { effectiveObservationsIn, type Snapshot } from "./snapshot.ts";

/** Variance of a live window's mean that is noise of its packets, dB². */
const windowNoiseDb2 = WINDOW.packetSdDb ** 2 / WINDOW.movingPackets;

/**
 * L1: the site's path-loss model from traffic at unknown places, if it makes held-back snapshots likelier than the
 * path-loss model in use (null: the defaults); else null. What was heard since that was fitted is held back, by halves.
 */
export function calibrateFromTraffic(
  snapshots: readonly Snapshot[],
  version: number,
  inUse: Calibration | null = null,
  uses: Mechanisms = ALL_MECHANISMS,
): Calibration | null {
  const usable = snapshots.filter(
    ({ anchors, nonDetecting }) => anchors.length > 1 && anchors.length + nonDetecting.length >= LEARN.minGateways,
  );
  const fresh = usable.filter(({ atMs }) => atMs > (inUse?.fittedMs ?? -Infinity));
  const gateways = new Set(usable.flatMap(({ anchors }) => anchors.map(({ id }) => id))).size;
  const min = gateways <= LEARN.fewGateways ? LEARN.minOfFew : LEARN.minObservations;
  if (effectiveObservationsIn(usable) < min || effectiveObservationsIn(fresh) < LEARN.minObservations) return null;
  const start = pathLossOf(inUse);
  const halves = halvesOf(fresh);
  const evidenceWith = (fitTo: (some: readonly Snapshot[]) => SitePathLoss): HeldOut[] =>
    halves.flatMap((held) => {
      const pathLoss = fitTo(usable.filter((one) => !held.includes(one)));
      return held.map((one) => ({ weight: one.weight, value: logEvidence(observationOf(one), pathLoss) }));
    });
  const before = evidenceWith(() => start);
  let [best, withOffsets]: [HeldOut[], boolean | null] = [before, null];
  for (const tried of uses.gatewayOffsets ? [false, true] : [false]) {
    const evidence = evidenceWith((some) => fitPathLoss(some.map(observationOf), tried));
    if (wins(evidence, best)) [best, withOffsets] = [evidence, tried];
  }
  if (withOffsets === null) return null;
  const pathLoss = fitPathLoss(usable.map(observationOf), withOffsets);
  if (isAtTheEnd(pathLoss)) return null;
  const { exponent, powerShiftDb, wallShare } = pathLoss;
  return {
    version,
    level: 1,
    exponent,
    powerShiftDb,
    shadowSdDb: Math.sqrt(Math.max(LEARN.minShadowDb2, pathLoss.shadowSdDb ** 2 - windowNoiseDb2)),
    tagOffsetSdDb: spreadOfTags(pathLoss.tagOffsetSdDb, new Set(usable.map(({ tagId }) => tagId)).size),
    // Gateways that were left out or heard nothing keep what was known before.
    anchorOffsetsDb: withOffsets ? { ...start.anchorOffsetsDb, ...pathLoss.anchorOffsetsDb } : {},
    ...(usable.some(({ floor }) => floor.walls) ? { wallShare } : {}),
    radius: null,
    ...usualPowerOf(usable),
    fittedMs: usable.reduce((newest, { atMs }) => Math.max(newest, atMs), -Infinity),
    evidence: {
      windows: usable.length,
      before: weightedMean(before),
      after: weightedMean(best),
    },
  };
}

/**
 * A calibration as the path-loss model of a fit, with the noise of packets in its scatter; null: the default path-loss
 * model.
 */
export function pathLossOf(inUse: Calibration | null): SitePathLoss {
  if (!inUse || inUse.level === 0) return defaultPathLoss;
  const { exponent, powerShiftDb, tagOffsetSdDb, anchorOffsetsDb, wallShare = 0 } = inUse;
  const shadowSdDb = Math.sqrt(inUse.shadowSdDb ** 2 + windowNoiseDb2);
  return { exponent, powerShiftDb, shadowSdDb, tagOffsetSdDb, anchorOffsetsDb, wallShare };
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

/** Two halves, each held back from the other's fit: by tag, or by time where tags are few. */
function halvesOf(snapshots: readonly Snapshot[]): Snapshot[][] {
  const tags = [...new Set(snapshots.map(({ tagId }) => tagId))].toSorted();
  const middleMs = snapshots.toSorted((a, b) => a.atMs - b.atMs)[snapshots.length >> 1]!.atMs;
  const isFirst = ({ tagId, atMs }: Snapshot): boolean =>
    tags.length >= 2 * LEARN.minCompared ? tags.indexOf(tagId) % 2 === 0 : atMs < middleMs;
  return [snapshots.filter(isFirst), snapshots.filter((one) => !isFirst(one))];
}
