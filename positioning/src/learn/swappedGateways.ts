import type { PlacedAnchor } from "../model/placed.ts";
import { logEvidence, lossesUnder, type LossOf, type SitePathLoss } from "./evidence.ts";
import { improvedOffsets } from "./fitPathLoss.ts";
import { type Link, type Observation, observationOf } from "./observation.ts";
import type { Snapshot } from "./snapshot.ts";
import { LEARN } from "./learnConstants.ts";

/** Two gateways, each of which seems to hang where the other is entered. */
export type SwappedPair = readonly [string, string];

/**
 * The two gateways whose places seem to be exchanged: what was heard is clearly likelier if each hangs where the other
 * is entered, with places and strengths of tags unknown (a likelihood ratio). Under either hypothesis both have the
 * offsets that suit them best: else a gateway that hears little is taken for one that is far away. Earlier
 * and later traffic have to say so alike. Only the clearest pair, since positions bend to it and accuse others; null:
 * none, or too few gateways, where other pairs explain a swap as well.
 */
export function swappedGateways(snapshots: readonly Snapshot[], pathLoss: SitePathLoss): SwappedPair | null {
  let best: SwappedPair | null = null;
  let bestNats: number = LEARN.swapNats;
  for (const own of Map.groupBy(snapshots, ({ floor }) => floor).values()) {
    const anchors = [...new Set(own.flatMap((one) => one.anchors))];
    if (anchors.length < LEARN.fewGateways) continue;
    const observations = own.map((one) => ({ ...observationOf(one), silent: [] }));
    const lossOf = lossesUnder(pathLoss);
    const entered = withFittedOffsets(observations, pathLoss, lossOf);
    const asEntered = observations.map((one) => logEvidence(one, entered, lossOf));
    for (const pair of pairsOf(anchors)) {
      const gains = gainsOf(observations, asEntered, entered, exchangedLosses(observations, pair, lossOf), pair);
      const nats = gains[0]! + gains[1]!;
      if (Math.min(...gains) > 0 && nats > bestNats) [best, bestNats] = [pair, nats];
    }
  }
  return best;
}

/** The pairs that may be exchanged; on a large floor those nearest together, which are mixed up most easily. */
function pairsOf(anchors: readonly PlacedAnchor[]): SwappedPair[] {
  return anchors
    .flatMap((a, i) => anchors.slice(i + 1).map((b) => ({ a, b, apartM: Math.hypot(a.x - b.x, a.y - b.y) })))
    .filter(({ apartM }) => apartM >= LEARN.swapApartM)
    .toSorted((one, other) => one.apartM - other.apartM)
    .slice(0, LEARN.swapPairs)
    .map(({ a, b }) => [a.id, b.id]);
}

/** The losses with each of two gateways at the other's place. */
function exchangedLosses(observations: readonly Observation[], [a, b]: SwappedPair, lossOf: LossOf): LossOf {
  const linkOf = (id: string): Link | undefined =>
    observations.flatMap(({ links }) => links).find(({ anchorId }) => anchorId === id);
  const there = new Map([
    [a, linkOf(b)],
    [b, linkOf(a)],
  ]);
  return (link) => lossOf(there.get(link.anchorId) ?? link);
}

/** How much likelier the earlier and the later half of what either gateway heard are than as entered, nats. */
function gainsOf(
  observations: readonly Observation[],
  asEntered: readonly number[],
  entered: SitePathLoss,
  lossOf: LossOf,
  pair: SwappedPair,
): number[] {
  const isOfPair = ({ anchorId }: Link): boolean => pair.includes(anchorId);
  const exchanged = withFittedOffsets(
    observations.filter(({ links }) => links.some(isOfPair)),
    entered,
    lossOf,
    isOfPair,
  );
  const prior = (priorCost(entered, pair) - priorCost(exchanged, pair)) / 2;
  const gains = [prior, prior];
  observations.forEach((one, nth) => {
    const half = 2 * nth < observations.length ? 0 : 1;
    if (one.links.some(isOfPair)) gains[half]! += one.weight * (logEvidence(one, exchanged, lossOf) - asEntered[nth]!);
  });
  return gains;
}

function withFittedOffsets(
  observations: readonly Observation[],
  pathLoss: SitePathLoss,
  lossOf: LossOf,
  isFitted?: (link: Link) => boolean,
): SitePathLoss {
  const anchorOffsetsDb = { ...pathLoss.anchorOffsetsDb };
  const fitted = { ...pathLoss, anchorOffsetsDb };
  for (let round = 0; round < LEARN.offsetRounds; round++)
    Object.assign(anchorOffsetsDb, improvedOffsets(observations, fitted, lossOf, isFitted));
  return fitted;
}

/** What the prior of gateways' offsets says against those of a pair, nats. */
function priorCost({ anchorOffsetsDb }: SitePathLoss, pair: SwappedPair): number {
  return pair.reduce((sum, id) => sum + (anchorOffsetsDb[id] ?? 0) ** 2, 0) / (2 * LEARN.gatewaySdDb ** 2);
}
