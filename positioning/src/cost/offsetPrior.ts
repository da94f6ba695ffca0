/** The expected strength of a tag of some model, dB relative to the site's usual tag. */
export interface TagModelPrior {
  meanDb: number;
  sdDb: number;
  /** How likely the tag is of another model, of which only this spread is known. */
  unknownModelShare: number;
  unknownModelSdDb: number;
  /** A place by itself presumes the known model with no more than this (learn/strengthAlone.ts). */
  maxKnownModelShare: number;
}

/**
 * A tag's expected strength before a fix, relative to the site's usual tag: a Gaussian. If one model of tags is well
 * known, a second, narrow Gaussian is for that model, and the wide one for tags of any other model.
 */
export interface OffsetPrior {
  meanDb: number;
  varianceDb2: number;
  /** How likely the tag is one of the known model; 0: there is no second Gaussian. */
  knownModelShare: number;
  knownModelMeanDb: number;
  knownModelVarianceDb2: number;
}

export function newOffsetPrior(meanDb = 0, varianceDb2 = 1): OffsetPrior {
  return { meanDb, varianceDb2, knownModelShare: 0, knownModelMeanDb: meanDb, knownModelVarianceDb2: varianceDb2 };
}

/**
 * What the tag's unknown strength adds to −2 log p of a cell beside Σwe², with residuals e relative to the prior's
 * mean: the cost under the likelier of the two models of tag.
 * @param sum Σwe
 * @param weight Σw
 */
export function offsetCost(prior: OffsetPrior, sum: number, weight: number): number {
  const unknownModel = unknownModelCost(prior, sum, weight);
  return prior.knownModelShare === 0 ? unknownModel : Math.min(unknownModel, knownModelCost(prior, sum, weight));
}

/** The same if it is a tag of any model. */
function unknownModelCost({ varianceDb2, knownModelShare }: OffsetPrior, sum: number, weight: number): number {
  const own = Math.log(1 + varianceDb2 * weight) - (sum * sum) / (weight + 1 / varianceDb2);
  return knownModelShare === 0 ? own : own - 2 * Math.log(1 - knownModelShare);
}

/** The same if it is a tag of the known model. */
function knownModelCost(prior: OffsetPrior, sum: number, weight: number): number {
  const { knownModelShare, knownModelVarianceDb2 } = prior;
  const apart = prior.knownModelMeanDb - prior.meanDb;
  const off = sum - weight * apart;
  return (
    weight * apart * apart -
    2 * apart * sum +
    Math.log(1 + knownModelVarianceDb2 * weight) -
    (off * off) / (weight + 1 / knownModelVarianceDb2) -
    2 * Math.log(knownModelShare)
  );
}
