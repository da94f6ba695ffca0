import { expMinus } from "../cost/expMinus.ts";
import { COST } from "../cost/costConstants.ts";
import { LEARN } from "./learnConstants.ts";
import type { Link, Observation } from "./observation.ts";

/** How the gateways of a site hear its tags. */
export interface SitePathLoss {
  exponent: number;
  /** Added to every gateway's nominal power at 1 m, dB. */
  powerShiftDb: number;
  /** Standard deviation of a window mean around the path-loss model, dB. */
  shadowSdDb: number;
  /** Standard deviation of the tags' own offsets, dB. */
  tagOffsetSdDb: number;
  /** Share of the drawn walls' stated losses that applies. */
  wallShare: number;
  /** How much more (+) or less each gateway hears, dB. */
  anchorOffsetsDb: Readonly<Record<string, number>>;
}

/** What a level loses on a link from each of its places, dB. */
export type LossOf = (link: Link) => Float64Array;

/** The losses under a path-loss model, computed once for each link. */
export function lossesUnder({ exponent, wallShare }: Pick<SitePathLoss, "exponent" | "wallShare">): LossOf {
  const known = new Map<Link, Float64Array>();
  return (link) => {
    const loss =
      known.get(link) ?? link.logDistance.map((log, k) => 10 * exponent * log + wallShare * link.wallsDb[k]!);
    known.set(link, loss);
    return loss;
  };
}

/**
 * Log-probability of an observation under a path-loss model, with the tag's place and strength marginalised (nats, up
 * to a constant): the evidence of MacKay, _Information Theory, Inference, and Learning Algorithms_, 28.
 */
export function logEvidence(
  observation: Observation,
  pathLoss: SitePathLoss,
  lossOf: LossOf = lossesUnder(pathLoss),
): number {
  const { links, silent, logPrior } = observation;
  const variance = pathLoss.shadowSdDb ** 2;
  const meanVariance = pathLoss.tagOffsetSdDb ** 2 + variance / links.length;
  makeRoom(logPrior.length);
  addResiduals(observation, pathLoss, lossOf);
  let best = -Infinity;
  // Multiplied in each cell, where a division takes several times as long.
  const ofScatter = 1 / (2 * variance);
  const ofMean = 1 / (2 * meanVariance);
  for (let k = 0; k < logPrior.length; k++) {
    const mean = means[k]!;
    const term = logPrior[k]! - (squares[k]! - links.length * mean * mean) * ofScatter - mean * mean * ofMean;
    shares[k] = term;
    if (term > best) best = term;
  }
  if (silent.length) best = addNonDetection(observation, pathLoss, lossOf, best - COST.nothingCut);
  total = 0;
  for (let k = 0; k < logPrior.length; k++) total += shares[k] = expMinus(best - shares[k]!);
  return best + Math.log(total) - 0.5 * (links.length - 1) * Math.log(variance) - 0.5 * Math.log(meanVariance);
}

/**
 * How much more (+) or less than expected each gateway heard, in the mean over the places where the tag may have been
 * and with what is then its strength taken off, dB: the expectation step for gateways' offsets.
 */
export function expectedResiduals(
  observation: Observation,
  pathLoss: SitePathLoss,
  lossOf: LossOf,
  isAsked: (link: Link) => boolean,
): { anchorId: string; residualDb: number }[] {
  logEvidence(observation, pathLoss, lossOf);
  const { links, logPrior } = observation;
  const strength = strengthShare(links.length, pathLoss);
  return links.flatMap((link, i) => {
    if (!isAsked(link)) return [];
    const loss = lossOf(link);
    let residual = 0;
    for (let k = 0; k < logPrior.length; k++) residual += shares[k]! * (loss[k]! - strength * means[k]!);
    return [{ anchorId: link.anchorId, residualDb: residual / total + excessDb(observation, i, pathLoss) }];
  });
}

/** The strength that an observation shows of its tag, dB. */
export function expectedStrength(observation: Observation, pathLoss: SitePathLoss): number {
  logEvidence(observation, pathLoss);
  const mean = observation.logPrior.reduce((sum, _, k) => sum + (shares[k]! / total) * means[k]!, 0);
  return strengthShare(observation.links.length, pathLoss) * mean;
}

/** The share of the mean residual that is the tag's own strength rather than shadows: its posterior mean. */
function strengthShare(gateways: number, { shadowSdDb, tagOffsetSdDb }: SitePathLoss): number {
  return tagOffsetSdDb ** 2 / (tagOffsetSdDb ** 2 + shadowSdDb ** 2 / gateways);
}

/** Scratch space of the module: mean and sum of squares of the residuals at each place, and how likely each is. */
let means = new Float64Array(0);
let squares = new Float64Array(0);
let shares = new Float64Array(0);
let total = 0;

function makeRoom(places: number): void {
  if (means.length < places)
    [means, squares, shares] = [new Float64Array(places), new Float64Array(places), new Float64Array(places)];
}

function addResiduals(observation: Observation, pathLoss: SitePathLoss, lossOf: LossOf): void {
  const places = observation.logPrior.length;
  means.fill(0, 0, places);
  squares.fill(0, 0, places);
  const each = 1 / observation.links.length;
  observation.links.forEach((link, i) => {
    const excess = excessDb(observation, i, pathLoss);
    const loss = lossOf(link);
    for (let k = 0; k < places; k++) {
      const residual = excess + loss[k]!;
      means[k]! += each * residual;
      squares[k]! += residual * residual;
    }
  });
}

/** A level above what its gateway would hear at 1 m, dB. */
function excessDb({ links, levelDb }: Observation, i: number, pathLoss: SitePathLoss): number {
  return levelDb[i]! - pathLoss.powerShiftDb - (pathLoss.anchorOffsetsDb[links[i]!.anchorId] ?? 0);
}

/**
 * Adds the non-detection of silent gateways to the terms that are at least `from`; the others cannot count any more.
 * Returns the best.
 */
function addNonDetection(
  { links, silent, logPrior }: Observation,
  pathLoss: SitePathLoss,
  lossOf: LossOf,
  from: number,
): number {
  const strength = strengthShare(links.length, pathLoss);
  const steep = logistic / pathLoss.shadowSdDb;
  const levels = silent.map(({ anchorId, nominalDbm }) => {
    const offsetDb = pathLoss.powerShiftDb + (pathLoss.anchorOffsetsDb[anchorId] ?? 0);
    return nominalDbm + offsetDb - LEARN.faintestDbm;
  });
  const losses = silent.map(lossOf);
  let best = -Infinity;
  for (let k = 0; k < logPrior.length; k++) {
    if (shares[k]! < from) {
      shares[k] = -Infinity;
      continue;
    }
    let silence = 1;
    for (let j = 0; j < silent.length; j++) {
      const aboveDb = levels[j]! + strength * means[k]! - losses[j]![k]!;
      silence *= lapse + (1 - lapse) * falling(steep * aboveDb);
    }
    shares[k]! += Math.log(silence);
    if (shares[k]! > best) best = shares[k]!;
  }
  return best;
}

/** The logistic curve that falls from 1 to 0. */
function falling(z: number): number {
  if (z < 0) return 1 / (1 + expMinus(-z));
  const e = expMinus(z);
  return e / (1 + e);
}

/** The logistic curve nearest to the normal distribution function has this slope. */
const logistic = 1.702;
const lapse = COST.aliveLapse;
