import { logEvidence, lossesUnder, type SitePathLoss } from "./evidence.ts";
import type { Observation } from "./observation.ts";
import { LEARN } from "./learnConstants.ts";

/**
 * The gateways that hear much less than the site's others, and by how much, dB: all that was heard, their own
 * non-detection included, is clearly likelier with such an offset than with one that a sound gateway may have (a
 * likelihood ratio), with places and tags unknown and the other gateways as the path-loss model has them. Residuals at
 * the places of fixes understate it, since places bend to what a deaf gateway hears, and so do the model's own offsets.
 */
export function weakGateways(observations: readonly Observation[], pathLoss: SitePathLoss): Map<string, number> {
  const lossOf = lossesUnder(pathLoss);
  const ids = new Set(
    observations.flatMap(({ links, silent }) => [...links, ...silent].map(({ anchorId }) => anchorId)),
  );
  const weak = new Map<string, number>();
  for (const id of ids) {
    const own = observations.filter(({ links, silent }) =>
      [...links, ...silent].some(({ anchorId }) => anchorId === id),
    );
    const evidenceAt = (offsetDb: number): number => {
      const tried = { ...pathLoss, anchorOffsetsDb: { ...pathLoss.anchorOffsetsDb, [id]: offsetDb } };
      return own.reduce((sum, one) => sum + independence(one) * logEvidence(one, tried, lossOf), 0);
    };
    let best = evidenceAt(LEARN.soundDb) + LEARN.weakNats;
    for (const offsetDb of LEARN.weakDb) {
      const evidence = evidenceAt(offsetDb);
      if (evidence > best) {
        best = evidence;
        weak.set(id, offsetDb);
      }
    }
  }
  return weak;
}

/** What a snapshot counts for: many gateways tell no more than some, since a body weakens all on one side. */
function independence({ weight, links }: Observation): number {
  return weight * Math.min(1, LEARN.weakIndependent / links.length);
}
