import type { OffsetPrior } from "../cost/offsetPrior.ts";
import type { Strength } from "./strengthAlone.ts";

/**
 * The thought that since some place a tag is another one than it was: put onto metal, with a new battery, on another
 * asset. What its strength would then be, in natural form, and how likely that is (log odds).
 */
export interface TagChange {
  precision: number;
  precisionMean: number;
  odds: number;
}

/** How often a tag changes, by place. */
const UNLIKELY = Math.log(0.03);
/** What speaks for a change fades by place, and below this it is dropped, and with it the place since which (nats). */
const KEPT = 0.8;
const LEAST_NATS = 0.3;
/** What a tag becomes is about as far from what it was as tags of any kind are from each other, dB. */
export const CHANGED_SD_DB = 8;

export function newTagChange(): TagChange {
  return { precision: 0, precisionMean: 0, odds: UNLIKELY };
}

/**
 * Weighs what was heard at a place against what was known of the tag before. True: it has changed, and what it has become
 * is in `change`.
 */
export function noteChange(change: TagChange, known: OffsetPrior, heard: Strength): boolean {
  const isKin = known.kinShare > 0.5;
  const before = {
    meanDb: isKin ? known.kinMeanDb : known.meanDb,
    varianceDb2: isKin ? known.kinVarianceDb2 : known.varianceDb2,
  };
  const spoke = KEPT * (change.odds - UNLIKELY);
  const speaks = likelihood(heard, changedFrom(before.meanDb, change)) - likelihood(heard, before);
  change.odds = UNLIKELY + spoke + speaks;
  if (spoke + speaks < LEAST_NATS) {
    Object.assign(change, newTagChange());
    return false;
  }
  change.precision += 1 / heard.varianceDb2;
  change.precisionMean += heard.meanDb / heard.varianceDb2;
  return change.odds > 0;
}

/** What would be expected of a tag that has changed. */
function changedFrom(meanDb: number, change: TagChange): Strength {
  const precision = 1 / CHANGED_SD_DB ** 2 + change.precision;
  return { meanDb: (meanDb / CHANGED_SD_DB ** 2 + change.precisionMean) / precision, varianceDb2: 1 / precision };
}

/** Log of how likely it was to be heard so, nats up to a constant. */
function likelihood(heard: Strength, expected: Strength): number {
  const variance = heard.varianceDb2 + expected.varianceDb2;
  return -0.5 * ((heard.meanDb - expected.meanDb) ** 2 / variance + Math.log(variance));
}

/** Widens what is expected of a tag by how likely it has changed, and what it would be then. */
export function hedge(change: TagChange, prior: OffsetPrior): void {
  if (change.precision === 0) return;
  const p = 1 / (1 + Math.exp(-change.odds));
  const changed = changedFrom(prior.meanDb, change);
  const apart = changed.meanDb - prior.meanDb;
  prior.meanDb += p * apart;
  prior.varianceDb2 = (1 - p) * prior.varianceDb2 + p * changed.varianceDb2 + p * (1 - p) * apart * apart;
  prior.kinShare *= 1 - p;
}
