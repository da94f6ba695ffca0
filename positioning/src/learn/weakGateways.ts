import { logEvidence, precomputeStatistics, type SitePathLoss, type Snapshot } from "./evidence.ts";
import { LEARN } from "./learnConstants.ts";

/**
 * The gateways that hear much less than the site's others, and by how much, dB. For each gateway the offset from the
 * path-loss model is sought at which all that was heard is likeliest, its own non-detection included, with places and
 * tags unknown and the other gateways as the path-loss model has them. Residuals at the places of fixes understate it,
 * since places bend to what a deaf gateway hears, and so do the path-loss model's own offsets.
 */
export function weakGateways(
  snapshots: readonly Snapshot[],
  tagHeightM: number,
  pathLoss: SitePathLoss,
): ReadonlyMap<string, number> {
  const weak = new Map<string, number>();
  for (const [id, terms] of termsByGateway(snapshots, tagHeightM, pathLoss)) {
    const db = weakness((offsetDb) => terms.reduce((sum, term) => sum + term(offsetDb), 0));
    if (db !== null) weak.set(id, db);
  }
  return weak;
}

/** The log evidence of a snapshot if the gateway in question had this offset from the path-loss model, dB. */
type Term = (offsetDb: number) => number;

function termsByGateway(
  snapshots: readonly Snapshot[],
  tagHeightM: number,
  pathLoss: SitePathLoss,
): ReadonlyMap<string, readonly Term[]> {
  const terms = new Map<string, Term[]>();
  for (const snapshot of snapshots) {
    const { anchors, nonDetecting } = snapshot;
    const weight = snapshot.weight / Math.max(1, anchors.length / LEARN.weakIndependent);
    for (const { id } of [...anchors, ...nonDetecting]) {
      const term: Term = (offsetDb) => {
        const offsetsDb = { ...pathLoss.anchorOffsetsDb, [id]: offsetDb };
        return weight * logEvidence(precomputeStatistics(snapshot, tagHeightM, offsetsDb), pathLoss);
      };
      const known = terms.get(id);
      if (known) known.push(term);
      else terms.set(id, [term]);
    }
  }
  return terms;
}

/** The offset at the top of a curve if it is a weak gateway's, dB; null: the gateway may be sound. */
function weakness(at: (offsetDb: number) => number): number | null {
  const sound = at(LEARN.soundDb);
  let [higher, here, lower] = [-Infinity, sound, at(LEARN.soundDb - LEARN.weakStepDb)];
  let db = LEARN.soundDb;
  while (lower > here && db > LEARN.weakLowestDb) {
    [higher, here, lower] = [here, lower, at(db - 2 * LEARN.weakStepDb)];
    db -= LEARN.weakStepDb;
  }
  if (higher === -Infinity) return null;
  // The parabola through the best step and its neighbours.
  const bend = higher + lower - 2 * here;
  const offsetDb = bend < 0 ? db + (LEARN.weakStepDb * (lower - higher)) / (2 * bend) : db;
  const best = bend < 0 ? here - (lower - higher) ** 2 / (8 * bend) : here;
  return offsetDb <= LEARN.weakDb && best - sound >= LEARN.weakNats ? offsetDb : null;
}
