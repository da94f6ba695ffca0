import type { OffsetPrior } from "../cost/offsetPrior.ts";
import type { Strength } from "./strengthAlone.ts";

/**
 * The hypothesis that since some place a tag is not what it was: put onto metal, with a new battery, on another asset.
 * Its strength if that is so, in natural form, and how likely it is (log odds).
 */
export interface TagChange {
  precision: number;
  precisionMean: number;
  odds: number;
}

/** How often a tag changes, by place. */
const UNLIKELY = Math.log(0.03);
/** Evidence for a change fades by this share per place; below this (nats) it is dropped, with its first place. */
const KEPT = 0.8;
const MIN_NATS = 0.3;
/** A changed tag is about as far from what it was as tags of any model are from each other, dB. */
export const CHANGED_SD_DB = 8;

export function newTagChange(): TagChange {
  return { precision: 0, precisionMean: 0, odds: UNLIKELY };
}

/**
 * Weighs the strength heard at a place against what was known of the tag before. True: it has changed, and `change`
 * contains what it has become.
 */
export function updateTagChange(change: TagChange, known: OffsetPrior, heard: Strength): boolean {
  const isKnownModel = known.knownModelShare > 0.5;
  const before = {
    meanDb: isKnownModel ? known.knownModelMeanDb : known.meanDb,
    varianceDb2: isKnownModel ? known.knownModelVarianceDb2 : known.varianceDb2,
  };
  const spoke = KEPT * (change.odds - UNLIKELY);
  const speaks = likelihood(heard, changedFrom(before.meanDb, change)) - likelihood(heard, before);
  change.odds = UNLIKELY + spoke + speaks;
  if (spoke + speaks < MIN_NATS) {
    Object.assign(change, newTagChange());
    return false;
  }
  change.precision += 1 / heard.varianceDb2;
  change.precisionMean += heard.meanDb / heard.varianceDb2;
  return change.odds > 0;
}

/** The expected strength of a tag that has changed. */
function changedFrom(meanDb: number, change: TagChange): Strength {
  const precision = 1 / CHANGED_SD_DB ** 2 + change.precision;
  return { meanDb: (meanDb / CHANGED_SD_DB ** 2 + change.precisionMean) / precision, varianceDb2: 1 / precision };
}

/** Log-likelihood of the strength heard, nats up to a constant. */
function likelihood(heard: Strength, expected: Strength): number {
  const variance = heard.varianceDb2 + expected.varianceDb2;
  return -0.5 * ((heard.meanDb - expected.meanDb) ** 2 / variance + Math.log(variance));
}

/** Widens a tag's expected strength by how likely it has changed, and to what. */
export function mixChanged(change: TagChange, prior: OffsetPrior): void {
  if (change.precision === 0) return;
  const p = 1 / (1 + Math.exp(-change.odds));
  const changed = changedFrom(prior.meanDb, change);
  const apart = changed.meanDb - prior.meanDb;
  prior.meanDb += p * apart;
  prior.varianceDb2 = (1 - p) * prior.varianceDb2 + p * changed.varianceDb2 + p * (1 - p) * apart * apart;
  prior.knownModelShare *= 1 - p;
}
