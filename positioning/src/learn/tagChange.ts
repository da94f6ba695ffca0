import type { OffsetPrior } from "../cost/offsetPrior.ts";
import type { Strength } from "./strengthAlone.ts";
import { MODEL } from "../model/modelConstants.ts";
import { LEARN } from "./learnConstants.ts";

/**
 * The hypothesis that since some place a tag is not what it was: put onto metal, with a new battery, on another asset.
 * Its strength if that is so, in natural form, and how likely it is (log odds).
 */
export interface TagChange {
  precision: number;
  precisionMean: number;
  odds: number;
}

const unlikely = Math.log(LEARN.changeShare);

export function newTagChange(): TagChange {
  return { precision: 0, precisionMean: 0, odds: unlikely };
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
  const spoke = LEARN.changeFade * (change.odds - unlikely);
  const speaks = likelihood(heard, changedFrom(before.meanDb, change)) - likelihood(heard, before);
  change.odds = unlikely + spoke + speaks;
  if (spoke + speaks < LEARN.minChangeNats) {
    Object.assign(change, newTagChange());
    return false;
  }
  change.precision += 1 / heard.varianceDb2;
  change.precisionMean += heard.meanDb / heard.varianceDb2;
  return change.odds > 0;
}

/** The expected strength of a tag that has changed. */
function changedFrom(meanDb: number, change: TagChange): Strength {
  const precision = 1 / MODEL.tagOffsetSdDb ** 2 + change.precision;
  return { meanDb: (meanDb / MODEL.tagOffsetSdDb ** 2 + change.precisionMean) / precision, varianceDb2: 1 / precision };
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
