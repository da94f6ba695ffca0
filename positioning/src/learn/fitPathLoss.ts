import { expectedResiduals, logEvidence, lossesUnder, type LossOf, type SitePathLoss } from "./evidence.ts";
import type { Link, Observation } from "./observation.ts";
import { MODEL } from "../model/modelConstants.ts";
import { LEARN } from "./learnConstants.ts";

/** The path-loss model assumed before anything is heard; with an unknown tag that is the engine's default. */
export const defaultPathLoss: SitePathLoss = {
  exponent: MODEL.exponent,
  powerShiftDb: 0,
  shadowSdDb: MODEL.shadowSdDb,
  tagOffsetSdDb: MODEL.tagOffsetSdDb,
  wallShare: 1,
  anchorOffsetsDb: {},
};

/**
 * The path-loss model of maximum evidence, in turn with each gateway's offset by expectation–maximisation (Dempster,
 * Laird & Rubin 1977). Weak priors decide what the observations leave open.
 */
export function fitPathLoss(observations: readonly Observation[], withOffsets: boolean): SitePathLoss {
  let at = searched(observations, [0, 0, 0, 0, 0], {});
  let anchorOffsetsDb: SitePathLoss["anchorOffsetsDb"] = {};
  const turns = withOffsets ? 2 : 0;
  for (let turn = 0; turn < turns; turn++) {
    for (let round = 0; round < LEARN.offsetRounds; round++)
      anchorOffsetsDb = centred(improvedOffsets(observations, pathLossAt(at, anchorOffsetsDb)));
    at = searched(observations, at, anchorOffsetsDb);
  }
  return pathLossAt(at, anchorOffsetsDb);
}

/** Offsets around 0: their mean is the site's power. */
function centred(offsetsDb: Readonly<Record<string, number>>): Record<string, number> {
  const all = Object.entries(offsetsDb);
  const meanDb = all.reduce((sum, [, db]) => sum + db, 0) / all.length;
  return Object.fromEntries(all.map(([id, db]) => [id, db - meanDb]));
}

/**
 * One round of expectation–maximisation for gateways' offsets, dB: their mean residuals, drawn towards 0.
 * @param isFitted which gateways' are asked for; default: all
 */
export function improvedOffsets(
  observations: readonly Observation[],
  pathLoss: SitePathLoss,
  lossOf: LossOf = lossesUnder(pathLoss),
  isFitted: (link: Link) => boolean = () => true,
): Record<string, number> {
  const sums = new Map<string, { residual: number; weight: number }>();
  for (const observation of observations) {
    // A known place is a survey's; elsewhere neighbouring places share their shadows.
    const weight = observation.weight * (observation.logPrior.length > 1 ? LEARN.newsShare : 1);
    for (const { anchorId, residualDb } of expectedResiduals(observation, pathLoss, lossOf, isFitted)) {
      const sum = sums.get(anchorId) ?? { residual: 0, weight: 0 };
      sums.set(anchorId, sum);
      sum.residual += weight * residualDb;
      sum.weight += weight;
    }
  }
  const ridge = (pathLoss.shadowSdDb / LEARN.gatewaySdDb) ** 2;
  return Object.fromEntries(
    [...sums].map(([id, { residual, weight }]) => {
      const beforeDb = pathLoss.anchorOffsetsDb[id] ?? 0;
      return [id, (residual + weight * beforeDb) / (weight + ridge)];
    }),
  );
}

/**
 * Whether a path-loss model went as far as it may: it would go on, and so compensates for something that is not in it.
 */
export function isAtTheEnd({ exponent, powerShiftDb }: SitePathLoss): boolean {
  const near = 0.01;
  return (
    exponent < MODEL.minExponent * (1 + near) ||
    exponent > MODEL.maxExponent * (1 - near) ||
    Math.abs(powerShiftDb) > LEARN.maxTagDb * (1 - near)
  );
}

/**
 * The parameters under their prior, N(0, 1) each: exponent, power (± 10 dB), scatter and the tags' spread (within a
 * factor) and the walls' share.
 */
function pathLossAt(at: readonly number[], anchorOffsetsDb: SitePathLoss["anchorOffsetsDb"]): SitePathLoss {
  return {
    exponent: MODEL.exponent + MODEL.exponentSd * at[0]!,
    powerShiftDb: 0.5 * LEARN.maxTagDb * at[1]!,
    shadowSdDb: MODEL.shadowSdDb * Math.exp(0.25 * at[2]!),
    tagOffsetSdDb: LEARN.usualTagSdDb * Math.exp(at[3]!),
    wallShare: 1 + LEARN.wallShareSd * at[4]!,
    anchorOffsetsDb,
  };
}

/** Coordinate search from `start` with steps that shrink. */
function searched(
  observations: readonly Observation[],
  start: readonly number[],
  offsetsDb: SitePathLoss["anchorOffsetsDb"],
): number[] {
  // Exponent and power can offset each other, and so can exponent and walls: steps along both are tried as well.
  const directions = [
    [1, 0, 0, 0, 0],
    [0, 1, 0, 0, 0],
    [0, 0, 1, 0, 0],
    [0, 0, 0, 1, 0],
    [1, 1, 0, 0, 0],
  ];
  const areWalled = observations.some(({ links }) => links.some(({ wallsDb }) => wallsDb.some((db) => db > 0)));
  if (areWalled) directions.push([0, 0, 0, 0, 1], [1, 0, 0, 0, -1]);
  const tried = directions.flatMap((direction) => [direction, direction.map((along) => -along)]);
  let at = start;
  let best = posterior(observations, at, offsetsDb);
  for (let step = 0.6; step > 0.015; step /= 2) {
    for (let moved = true; moved;) {
      moved = false;
      for (const direction of tried) {
        const trial = at.map((value, k) => value + step * direction[k]!);
        const score = posterior(observations, trial, offsetsDb);
        if (score > best) [at, best, moved] = [trial, score, true];
      }
    }
  }
  return [...at];
}

/** Log evidence of all observations and the priors, nats up to a constant. */
function posterior(
  observations: readonly Observation[],
  at: readonly number[],
  offsetsDb: SitePathLoss["anchorOffsetsDb"],
): number {
  const pathLoss = pathLossAt(at, offsetsDb);
  if (
    pathLoss.exponent < MODEL.minExponent ||
    pathLoss.exponent > MODEL.maxExponent ||
    Math.abs(pathLoss.powerShiftDb) > LEARN.maxTagDb ||
    pathLoss.wallShare < 0 ||
    pathLoss.wallShare > MODEL.maxWallShare
  )
    return -Infinity;
  const lossOf = lossesUnder(pathLoss);
  let total = 0;
  for (const one of observations) total += one.weight * logEvidence(one, pathLoss, lossOf);
  return total - at.reduce((sum, z) => sum + z * z, 0) / 2;
}
