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

/** What `offsetCost` needs besides Σwe, where Σw is known: one set where all cells have the same weights. */
export interface OffsetTerms {
  unknownModel: number;
  unknownModelVariance: number;
  /** Infinity: no model is known. */
  knownModel: number;
  knownModelVariance: number;
  /** How far the known model's mean is from the prior's, dB, and that times Σw. */
  apartDb: number;
  apartWeight: number;
}

export function newOffsetTerms(): OffsetTerms {
  return {
    unknownModel: 0,
    unknownModelVariance: 0,
    knownModel: Infinity,
    knownModelVariance: 0,
    apartDb: 0,
    apartWeight: 0,
  };
}

/**
 * Writes the terms.
 * @param weight Σw
 * @param product Πw where that differs from cell to cell, else 1: one logarithm serves both
 */
export function setOffsetTerms(prior: OffsetPrior, weight: number, product: number, out: OffsetTerms): void {
  const { varianceDb2, knownModelShare, knownModelVarianceDb2 } = prior;
  out.unknownModel = Math.log((1 + varianceDb2 * weight) / (product * (1 - knownModelShare) ** 2));
  out.unknownModelVariance = 1 / (weight + 1 / varianceDb2);
  if (knownModelShare === 0) {
    out.knownModel = Infinity;
    return;
  }
  const apartDb = prior.knownModelMeanDb - prior.meanDb;
  const log = Math.log((1 + knownModelVarianceDb2 * weight) / (product * knownModelShare ** 2));
  out.knownModel = log + weight * apartDb * apartDb;
  out.knownModelVariance = 1 / (weight + 1 / knownModelVarianceDb2);
  out.apartDb = apartDb;
  out.apartWeight = weight * apartDb;
}

/**
 * What the tag's unknown strength adds to −2 log p of a cell beside Σwe², with residuals e relative to the prior's
 * mean: the cost under the likelier of the two models of tag.
 * @param sum Σwe
 */
export function offsetCost(terms: OffsetTerms, sum: number): number {
  const unknownModel = terms.unknownModel - sum * sum * terms.unknownModelVariance;
  if (terms.knownModel === Infinity) return unknownModel;
  const off = sum - terms.apartWeight;
  const knownModel = terms.knownModel - 2 * terms.apartDb * sum - off * off * terms.knownModelVariance;
  return Math.min(unknownModel, knownModel);
}
