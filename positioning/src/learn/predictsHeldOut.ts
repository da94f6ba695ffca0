import { precomputeStatistics, logEvidence, type SitePathLoss, type Snapshot, withoutGateways } from "./evidence.ts";
import { LEARN } from "./learnConstants.ts";

/**
 * Whether path-loss models predict what each gateway hears, from what the others hear of the same tag at the same
 * moment, better than `start` does: the mean over the gateways of log p(all) − log p(all but one), on snapshots the
 * path-loss model has not seen.
 */
export function predictsHeldOut(
  trials: readonly { pathLoss: SitePathLoss; held: readonly Snapshot[] }[],
  start: SitePathLoss,
  tagHeightM: number,
): boolean {
  const gains = new Map<string, { sum: number; weight: number }>();
  for (const { pathLoss, held } of trials) {
    for (const snapshot of held) {
      if (snapshot.anchors.length < LEARN.minCompared) continue;
      const whole = gainOf(snapshot, pathLoss, start, tagHeightM);
      snapshot.anchors.forEach(({ id }) => {
        const of = gains.get(id) ?? { sum: 0, weight: 0 };
        gains.set(id, of);
        of.sum += snapshot.weight * (whole - gainOf(withoutGateways(snapshot, [id]), pathLoss, start, tagHeightM));
        of.weight += snapshot.weight;
      });
    }
  }
  let total = 0;
  for (const { sum, weight } of gains.values()) total += sum / weight;
  return total > 0;
}

function gainOf(snapshot: Snapshot, pathLoss: SitePathLoss, start: SitePathLoss, tagHeightM: number): number {
  const [one, other] = [pathLoss, start].map((of) =>
    logEvidence(precomputeStatistics(snapshot, tagHeightM, of.anchorOffsetsDb), of),
  );
  return one! - other!;
}
