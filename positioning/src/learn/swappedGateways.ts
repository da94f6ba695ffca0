import { expMinus } from "../cost/expMinus.ts";
import type { PlacedAnchor, PlacedFloor } from "../model/placed.ts";
import { levelled, type SitePathLoss, type Snapshot } from "./evidence.ts";
import { logDistanceTo, samplesOf } from "./evidencePlaces.ts";
import { lossesTo } from "./wallTerms.ts";
import { MODEL } from "../model/modelConstants.ts";
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
export function swappedGateways(
  snapshots: readonly Snapshot[],
  tagHeightM: number,
  pathLoss: SitePathLoss,
): SwappedPair | null {
  let best: SwappedPair | null = null;
  let bestNats: number = LEARN.swapNats;
  for (const [floor, own] of Map.groupBy(snapshots, (one) => one.floor)) {
    const anchors = [...new Set(own.flatMap((one) => one.anchors))];
    if (anchors.length < LEARN.fewGateways) continue;
    const traffic = trafficOn(floor, own, anchors, tagHeightM, pathLoss);
    for (const [a, b] of pairsOf(anchors)) {
      const asEntered = evidenceOf(traffic, a, b, pathLoss, false);
      const gains = evidenceOf(traffic, a, b, pathLoss, true).map((exchanged, half) => exchanged - asEntered[half]!);
      const nats = gains[0]! + gains[1]!;
      if (Math.min(...gains) > 0 && nats > bestNats) [best, bestNats] = [[anchors[a]!.id, anchors[b]!.id], nats];
    }
  }
  return best;
}

/** A floor's traffic, prepared so that the evidence of each pair costs one exponential a cell. */
interface FloorTraffic {
  logPrior: Float64Array;
  /** The path loss from each gateway's place to each cell, dB. */
  lossDb: Float64Array[];
  snapshots: PreparedSnapshot[];
}

interface PreparedSnapshot {
  weight: number;
  /** Numbers of the gateways, and their levels above the usual tag's at 1 m, dB. */
  gateways: number[];
  levelDb: number[];
  /** Sum and sum of squares of all residuals in each cell, all gateways as entered, with their offsets. */
  sum: Float64Array;
  squares: Float64Array;
}

function trafficOn(
  floor: PlacedFloor,
  snapshots: readonly Snapshot[],
  anchors: readonly PlacedAnchor[],
  tagHeightM: number,
  pathLoss: SitePathLoss,
): FloorTraffic {
  const cells = samplesOf(floor);
  const lossDb = anchors.map((anchor) => {
    const walls = lossesTo(anchor, cells);
    return Float64Array.from(
      cells,
      (cell, c) => 10 * pathLoss.exponent * logDistanceTo(anchor, cell, tagHeightM) + pathLoss.wallShare * walls[c]!,
    );
  });
  const numbers = new Map(anchors.map((anchor, nth) => [anchor, nth]));
  return {
    logPrior: Float64Array.from(cells, ({ logPrior }) => logPrior),
    lossDb,
    snapshots: snapshots.map((snapshot) => {
      const gateways = snapshot.anchors.map((anchor) => numbers.get(anchor)!);
      const levelDb = levelled(snapshot, pathLoss.anchorOffsetsDb).map(
        (dbm) => dbm - MODEL.powerDbm - pathLoss.powerShiftDb,
      );
      const residual = (i: number, c: number): number => levelDb[i]! + lossDb[gateways[i]!]![c]!;
      const sum = Float64Array.from(cells, (_, c) => gateways.reduce((total, _g, i) => total + residual(i, c), 0));
      const squares = Float64Array.from(cells, (_, c) =>
        gateways.reduce((total, _g, i) => total + residual(i, c) ** 2, 0),
      );
      return { weight: snapshot.weight, gateways, levelDb, sum, squares };
    }),
  };
}

/** The pairs that may be exchanged; on a large floor those nearest together, which are mixed up most easily. */
function pairsOf(anchors: readonly PlacedAnchor[]): [number, number][] {
  const pairs = anchors.flatMap((a, i) =>
    anchors.slice(i + 1).map((b, after) => ({ pair: [i, i + 1 + after] as [number, number], apartM: apart(a, b) })),
  );
  return pairs
    .filter(({ apartM }) => apartM >= LEARN.swapApartM)
    .toSorted((one, other) => one.apartM - other.apartM)
    .slice(0, LEARN.swapPairs)
    .map(({ pair }) => pair);
}

const apart = (a: PlacedAnchor, b: PlacedAnchor): number => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * Log evidence of the earlier and the later half of what was heard, up to a constant, with two gateways as entered or
 * exchanged, at the offsets of both that some rounds of expectation–maximisation find.
 */
function evidenceOf(
  traffic: FloorTraffic,
  a: number,
  b: number,
  pathLoss: SitePathLoss,
  isExchanged: boolean,
): number[] {
  const ridge = (pathLoss.shadowSdDb / LEARN.surveyGatewaySdDb) ** 2;
  const places = isExchanged ? [b, a] : [a, b];
  const moreDb: [number, number] = [0, 0];
  let evidence: number[] = [];
  for (let round = 0; round <= LEARN.swapRounds; round++) {
    const sums = [
      { residual: 0, weight: 0 },
      { residual: 0, weight: 0 },
    ] as const;
    const penalty = (moreDb[0] ** 2 + moreDb[1] ** 2) / (2 * LEARN.surveyGatewaySdDb ** 2);
    evidence = [-penalty / 2, -penalty / 2];
    traffic.snapshots.forEach((snapshot, nth) => {
      const half = 2 * nth < traffic.snapshots.length ? 0 : 1;
      evidence[half]! += snapshot.weight * addSnapshot(traffic, snapshot, [a, b], places, moreDb, pathLoss, sums);
    });
    if (round < LEARN.swapRounds)
      sums.forEach(({ residual, weight }, nth) => (moreDb[nth] = residual / (weight + ridge)));
  }
  return evidence;
}

/** Adds to `sums` what a snapshot says of both gateways' offsets; returns its log evidence up to a constant. */
function addSnapshot(
  { logPrior, lossDb }: FloorTraffic,
  { weight, gateways, levelDb, sum, squares }: PreparedSnapshot,
  pair: readonly number[],
  places: readonly number[],
  moreDb: readonly number[],
  { shadowSdDb, tagOffsetSdDb }: SitePathLoss,
  sums: readonly { residual: number; weight: number }[],
): number {
  const taking = pair.flatMap((gateway, nth) => {
    const i = gateways.indexOf(gateway);
    return i < 0 ? [] : [{ nth, levelDb: levelDb[i]!, entered: lossDb[gateway]!, there: lossDb[places[nth]!]! }];
  });
  if (taking.length === 0) return 0;
  const n = gateways.length;
  const variance = shadowSdDb ** 2;
  const meanVariance = tagOffsetSdDb ** 2 + variance / n;
  const shrink = tagOffsetSdDb ** 2 / meanVariance / n;
  const cells = logPrior.length;
  if (terms.length < cells) [terms, totals] = [new Float64Array(cells), new Float64Array(cells)];
  let best = -Infinity;
  for (let c = 0; c < cells; c++) {
    let total = sum[c]!;
    let square = squares[c]!;
    for (const { nth, levelDb: level, entered, there } of taking) {
      const was = level + entered[c]!;
      const is = level - moreDb[nth]! + there[c]!;
      total += is - was;
      square += is * is - was * was;
    }
    totals[c] = total;
    const mean = total / n;
    const term = logPrior[c]! - (square - total * mean) / (2 * variance) - (mean * mean) / (2 * meanVariance);
    terms[c] = term;
    if (term > best) best = term;
  }
  let mass = 0;
  const residuals = [0, 0];
  for (let c = 0; c < cells; c++) {
    const p = expMinus(best - terms[c]!);
    mass += p;
    for (const { nth, levelDb: level, there } of taking)
      residuals[nth]! += p * (level + there[c]! - shrink * totals[c]!);
  }
  for (const { nth } of taking) {
    sums[nth]!.residual += (weight * residuals[nth]!) / mass;
    sums[nth]!.weight += weight;
  }
  return best + Math.log(mass);
}

/** Scratch space of the module: the log-probability of each cell, and the sum of residuals there. */
let terms = new Float64Array(0);
let totals = new Float64Array(0);
