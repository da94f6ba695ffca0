/** Probability by block of a floor: the mass in each, and its centre times that. Written and read once. */
export interface BlockMass {
  mass: Float64Array;
  x: Float64Array;
  y: Float64Array;
}

/** How near a place has to be to help (m): about a room. Beyond, it hardly matters how far off it is. */
const REACH_M = 7;
const ROUNDS = 8;
const ENOUGH_M = 0.05;
/** A block with a smaller share of the probability is ignored. */
const MIN_SHARE = 1e-3;

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
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const p = mass[i]!;
    if (p < MIN_SHARE * total) continue;
    // The list is packed in place: `kept` never overtakes `i`.
    x[kept] = x[i]! / p;
    y[kept] = y[i]! / p;
    mass[kept++] = p;
  }
  for (let round = 0; round < ROUNDS; round++) {
    let weights = 0;
    let sumX = 0;
    let sumY = 0;
    for (let i = 0; i < kept; i++) {
      const dx = x[i]! - place.x;
      const dy = y[i]! - place.y;
      const near = 1 / (dx * dx + dy * dy + REACH_M * REACH_M);
      const w = mass[i]! * near * near;
      weights += w;
      sumX += w * dx;
      sumY += w * dy;
    }
    const dx = sumX / weights;
    const dy = sumY / weights;
    place.x += dx;
    place.y += dy;
    if (Math.abs(dx) + Math.abs(dy) < ENOUGH_M) return;
  }
}
