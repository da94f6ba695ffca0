import { COST } from "./costConstants.ts";

/** Probability by block of a floor: the mass in each, and its centre times that. Written and read once. */
export interface BlockMass {
  mass: Float64Array;
  x: Float64Array;
  y: Float64Array;
}

export function newBlockMass(size: number): BlockMass {
  return { mass: new Float64Array(size), x: new Float64Array(size), y: new Float64Array(size) };
}

/**
 * The place to state for a posterior: the one with the least expected loss d² / (d² + reach²). If all probability is in
 * one place, that is the posterior's mean. If gateways leave two places open, the mean is neither of them, and this is
 * the likelier one. Reweighted means from `place`, the mean, which is moved there (Geman and McClure's loss).
 */
export function moveToLikely(blocks: BlockMass, count: number, total: number, place: { x: number; y: number }): void {
  const { mass, x, y } = blocks;
  const { reachM } = COST;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const p = mass[i]!;
    if (p < COST.minShare * total) continue;
    // The list is packed in place: `kept` never overtakes `i`.
    x[kept] = x[i]! / p;
    y[kept] = y[i]! / p;
    mass[kept++] = p;
  }
  for (let round = 0; round < COST.reachRounds; round++) {
    let weights = 0;
    let sumX = 0;
    let sumY = 0;
    for (let i = 0; i < kept; i++) {
      const dx = x[i]! - place.x;
      const dy = y[i]! - place.y;
      const near = 1 / (dx * dx + dy * dy + reachM * reachM);
      const w = mass[i]! * near * near;
      weights += w;
      sumX += w * dx;
      sumY += w * dy;
    }
    const dx = sumX / weights;
    const dy = sumY / weights;
    place.x += dx;
    place.y += dy;
    if (Math.abs(dx) + Math.abs(dy) < COST.settledM) return;
  }
}
