import type { Calibration } from "../model/calibration.ts";
import { fitPathLoss } from "./fitPathLoss.ts";
import { observationOf } from "./observation.ts";
import { calibrateFromTraffic, pathLossOf } from "./selfCalibration.ts";
import { type Snapshot, withoutGateways } from "./snapshot.ts";
import { type SwappedPair, swappedGateways } from "./swappedGateways.ts";
import { weakGateways } from "./weakGateways.ts";

/** What a site's traffic says about its radio. */
export interface LearnedFromTraffic {
  /** Null: the path-loss model in use is as good. */
  calibration: Calibration | null;
  /** The gateways that hear much less than the others, and by how much, dB. */
  weak: ReadonlyMap<string, number>;
  /** Two gateways that seem to hang in each other's places; null: none do. */
  swapped: SwappedPair | null;
}

/**
 * Fits the site's path-loss model (L1) to its traffic, and looks which gateways are weak or in each other's places.
 * Takes up to seconds, so do not call it between two packets on a busy thread.
 * @param doubted gateways that take no part in the path-loss model (`suspectGateways`)
 */
export function learnFromTraffic(
  snapshots: readonly Snapshot[],
  { version, inUse, doubted }: { version: number; inUse: Calibration | null; doubted: readonly string[] },
): LearnedFromTraffic {
  const trusted = snapshots.map((one) => withoutGateways(one, doubted));
  const calibration = calibrateFromTraffic(trusted, version, inUse);
  const observations = snapshots.map(observationOf);
  const known = calibration ?? inUse;
  const pathLoss = known && known.level > 0 ? pathLossOf(known) : fitPathLoss(observations, true);
  return { calibration, weak: weakGateways(observations, pathLoss), swapped: swappedGateways(snapshots, pathLoss) };
}
