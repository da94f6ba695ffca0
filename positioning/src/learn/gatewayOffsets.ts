import { levelled, type PathLoss, type Snapshot } from "./evidence.ts";
import { logDistanceTo, samplesOf, type Sample } from "./evidencePlaces.ts";
import type { PlacedFloor } from "../model/placed.ts";
import { lossesTo } from "./wallTerms.ts";
import { MODEL } from "../model/modelConstants.ts";
import { LEARN } from "./learnConstants.ts";

/**
 * One round of expectation–maximisation for how far each gateway hears above or below the path-loss model: the mean
 * residual over the places where each tag may have been, drawn towards 0. Returns new offsets (dB, by anchor id),
 * centred on 0.
 */
export function improveOffsets(
  snapshots: readonly Snapshot[],
  tagHeightM: number,
  pathLoss: PathLoss,
  offsetsDb: Readonly<Record<string, number>>,
): Record<string, number> {
  const sums = new Map<string, { residual: number; weight: number }>();
  const samples = new Map<PlacedFloor, Sample[]>();
  for (const snapshot of snapshots) {
    let places = samples.get(snapshot.floor);
    if (!places) samples.set(snapshot.floor, (places = samplesOf(snapshot.floor)));
    const residuals = expectedResiduals(snapshot, places, tagHeightM, pathLoss, offsetsDb);
    snapshot.anchors.forEach(({ id }, i) => {
      const sum = sums.get(id) ?? { residual: 0, weight: 0 };
      sums.set(id, sum);
      sum.residual += snapshot.weight * (residuals[i]! + (offsetsDb[id] ?? 0));
      sum.weight += snapshot.weight;
    });
  }
  const ridge = (pathLoss.shadowSdDb / LEARN.gatewaySdDb) ** 2;
  const raw = [...sums].map(
    ([id, { residual, weight }]) => [id, (LEARN.newsShare * residual) / (LEARN.newsShare * weight + ridge)] as const,
  );
  const centre = raw.reduce((sum, [, value]) => sum + value, 0) / Math.max(1, raw.length);
  return Object.fromEntries(raw.map(([id, value]) => [id, value - centre]));
}

/**
 * Each gateway's mean residual against the path-loss model over the tag's possible places, with the tag's own offset
 * taken off.
 */
function expectedResiduals(
  snapshot: Snapshot,
  places: readonly Sample[],
  tagHeightM: number,
  pathLoss: PathLoss,
  offsetsDb: Readonly<Record<string, number>>,
): Float64Array {
  const { anchors } = snapshot;
  const n = anchors.length;
  const level = levelled(snapshot, offsetsDb);
  const variance = pathLoss.shadowSdDb ** 2;
  const shrink = pathLoss.tagOffsetSdDb ** 2 / (pathLoss.tagOffsetSdDb ** 2 + variance / n);
  const residuals = new Float64Array(places.length * n);
  const losses = snapshot.floor.walls ? anchors.map((a) => lossesTo(a, places)) : null;
  const logs = new Float64Array(places.length);
  let best = -Infinity;
  places.forEach((place, k) => {
    let mean = 0;
    for (let i = 0; i < n; i++) {
      const residual =
        level[i]! -
        MODEL.powerDbm -
        pathLoss.powerShiftDb +
        10 * pathLoss.exponent * logDistanceTo(anchors[i]!, place, tagHeightM) +
        (losses ? pathLoss.wallShare * losses[i]![k]! : 0);
      residuals[k * n + i] = residual;
      mean += residual / n;
    }
    let scatter = 0;
    for (let i = 0; i < n; i++) {
      scatter += (residuals[k * n + i]! - mean) ** 2;
      residuals[k * n + i]! -= shrink * mean;
    }
    logs[k] =
      place.logPrior - scatter / (2 * variance) - mean ** 2 / (2 * (pathLoss.tagOffsetSdDb ** 2 + variance / n));
    best = Math.max(best, logs[k]);
  });
  const out = new Float64Array(n);
  let total = 0;
  for (let k = 0; k < places.length; k++) {
    const p = Math.exp(logs[k]! - best);
    total += p;
    for (let i = 0; i < n; i++) out[i]! += p * residuals[k * n + i]!;
  }
  return out.map((value) => value / total);
}
