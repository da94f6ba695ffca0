import { cellX, cellY, type FloorGrid } from "./floorGrid.ts";
import type { Measurements } from "./measurements.ts";
import { mappedCosts, plainCosts, type CostScratch } from "./cellCosts.ts";
import { moveToLikely, newBlockMass, type BlockMass } from "./likelyPlace.ts";
import type { PlacedAnchor } from "./placed.ts";
import { addSilence } from "./silence.ts";
import type { OffsetPrior } from "./offsetPrior.ts";

/** Where the tag may be on one floor, as moments of the probability over its cells. */
export interface Posterior {
  /** The place to state (likelyPlace.ts); the variances are around it. */
  x: number;
  y: number;
  meanX: number;
  meanY: number;
  varX: number;
  varY: number;
  /** The tag's own strength against the site's usual tag, and how sure that is. */
  offsetDb: number;
  offsetVariance: number;
  /** Log of the probability of what was heard, up to a constant of the gateways, their weights and the floor. */
  logEvidence: number;
}

/** Numbers the kernel writes to; one for each caller that computes at the same time. */
export interface PosteriorScratch {
  coarse: CostScratch;
  fine: CostScratch;
  /** Cells taken finely. */
  cells: Int32Array;
  /** 1 for each block whose coarse sample stands for its cells. */
  stands: Uint8Array;
  /** The block each of those cells lies in. */
  blockOf: Int32Array;
  blocks: BlockMass;
}

export function newPosteriorScratch(): PosteriorScratch {
  return {
    coarse: newCosts(0),
    fine: newCosts(0),
    cells: new Int32Array(0),
    stands: new Uint8Array(0),
    blockOf: new Int32Array(0),
    blocks: newBlockMass(0),
  };
}

function newCosts(size: number): CostScratch {
  return { cost: new Float64Array(size), offset: new Float64Array(size), shrink: new Float64Array(size) };
}

export function newPosterior(): Posterior {
  return { x: 0, y: 0, meanX: 0, meanY: 0, varX: 0, varY: 0, offsetDb: 0, offsetVariance: 0, logEvidence: 0 };
}

/** A block whose sample is this far below the best (nats) holds nothing; nearer than the second it is taken finely. */
const NOTHING_CUT = 12;
const FINE_CUT = 5;
/** More blocks than this near the best: the posterior is as broad as they are, and their samples are fine enough. */
const MOST_FINE_BLOCKS = 48;
const NOBODY: readonly PlacedAnchor[] = [];

/**
 * Posterior over the floor's cells from Gaussian residuals in decibels, with the tag's unknown offset marginalised in
 * closed form (cellCosts.ts). The whole floor is sampled coarsely; blocks that hold most of the mass are taken cell by
 * cell, the others by their sample. Writes the moments into `out`.
 */
export function solvePosterior(
  grid: FloorGrid,
  m: Measurements,
  prior: OffsetPrior,
  scratch: PosteriorScratch,
  out: Posterior,
  silent: readonly PlacedAnchor[] = NOBODY,
): Posterior {
  makeRoom(scratch, grid);
  let mapped = false;
  for (let i = 0; i < m.count; i++) mapped ||= m.anchors[i]!.tables.fineVariance !== null;
  const costs = mapped ? mappedCosts : plainCosts;
  const { coarse, fine, cells, stands, blockOf } = scratch;
  const blocks = grid.coarseX.length;
  costs(m, false, prior, coarse, blocks, null, grid.coarseCost);
  addSilence(m, silent, false, prior, coarse, blocks, null);
  const count = chooseCells(grid, coarse.cost, cells, stands, blockOf);
  costs(m, true, prior, fine, count, cells, grid.cost);
  addSilence(m, silent, true, prior, fine, count, cells);

  let best = Infinity;
  for (let i = 0; i < blocks; i++) if (stands[i] && coarse.cost[i]! < best) best = coarse.cost[i]!;
  for (let k = 0; k < count; k++) if (fine.cost[k]! < best) best = fine.cost[k]!;
  // Sums are taken around the gateway heard best, or a site far from its origin would lose its digits.
  const x0 = m.anchors[0]!.x;
  const y0 = m.anchors[0]!.y;
  sums.fill(0);
  const { mass, x: massX, y: massY } = scratch.blocks;
  mass.fill(0, 0, blocks);
  massX.fill(0, 0, blocks);
  massY.fill(0, 0, blocks);
  for (let i = 0; i < blocks; i++) {
    if (!stands[i]) continue;
    const p = grid.coarseCells[i]! * Math.exp(-0.5 * (coarse.cost[i]! - best));
    const x = grid.coarseX[i]! - x0;
    const y = grid.coarseY[i]! - y0;
    addTo(sums, p, x, y, coarse.offset[i]!, coarse.shrink[i]!);
    mass[i] = p;
    massX[i] = p * x;
    massY[i] = p * y;
  }
  for (let k = 0; k < count; k++) {
    const half = 0.5 * (fine.cost[k]! - best);
    if (half > NOTHING_CUT) continue;
    const row = (cells[k]! / grid.columns) | 0;
    const x = cellX(grid, cells[k]! - row * grid.columns) - x0;
    const y = cellY(grid, row) - y0;
    const p = Math.exp(-half);
    addTo(sums, p, x, y, fine.offset[k]!, fine.shrink[k]!);
    const block = blockOf[k]!;
    mass[block]! += p;
    massX[block]! += p * x;
    massY[block]! += p * y;
  }
  place.x = sums[1]! / sums[0]!;
  place.y = sums[2]! / sums[0]!;
  moveToLikely(scratch.blocks, blocks, sums[0]!, place);
  return writeMoments(grid, prior, best, x0, y0, out);
}

function makeRoom(scratch: PosteriorScratch, grid: FloorGrid): void {
  const blocks = grid.coarseX.length;
  if (scratch.stands.length < blocks) {
    scratch.coarse = newCosts(blocks);
    scratch.stands = new Uint8Array(blocks);
    scratch.blocks = newBlockMass(blocks);
  }
  const cells = Math.max(blocks, MOST_FINE_BLOCKS * grid.stride ** 2);
  if (scratch.cells.length >= cells) return;
  scratch.fine = newCosts(cells);
  scratch.cells = new Int32Array(cells);
  scratch.blockOf = new Int32Array(cells);
}

/** Lists the cells of the blocks that hold most, marks the blocks whose sample stands for them; returns how many cells. */
function chooseCells(
  grid: FloorGrid,
  cost: Float64Array,
  cells: Int32Array,
  stands: Uint8Array,
  blockOf: Int32Array,
): number {
  const { stride } = grid;
  const blocks = grid.coarseX.length;
  let best = Infinity;
  for (let i = 0; i < blocks; i++) if (cost[i]! < best) best = cost[i]!;
  let near = 0;
  for (let i = 0; i < blocks; i++) if (cost[i]! < best + 2 * FINE_CUT) near++;
  const finely = stride > 1 && near <= MOST_FINE_BLOCKS;
  let count = 0;
  for (let i = 0; i < blocks; i++) {
    const fine = finely && cost[i]! < best + 2 * FINE_CUT;
    stands[i] = !fine && cost[i]! < best + 2 * NOTHING_CUT ? 1 : 0;
    if (!fine) continue;
    const row1 = Math.min(grid.rows, (grid.coarseRow[i]! + 1) * stride);
    const column1 = Math.min(grid.columns, (grid.coarseColumn[i]! + 1) * stride);
    for (let row = grid.coarseRow[i]! * stride; row < row1; row++) {
      for (let column = grid.coarseColumn[i]! * stride; column < column1; column++) {
        const cell = row * grid.columns + column;
        if (!grid.inside[cell]) continue;
        blockOf[count] = i;
        cells[count++] = cell;
      }
    }
  }
  return count;
}

/** p, px, py, pxx, pyy, pb, pbb, p·variance of b. One for the module, since a fix is computed in one go. */
const sums = new Float64Array(8);
const place = { x: 0, y: 0 };

function addTo(into: Float64Array, p: number, x: number, y: number, b: number, variance: number): void {
  into[0]! += p;
  into[1]! += p * x;
  into[2]! += p * y;
  into[3]! += p * x * x;
  into[4]! += p * y * y;
  into[5]! += p * b;
  into[6]! += p * b * b;
  into[7]! += p * variance;
}

function writeMoments(
  grid: FloorGrid,
  prior: OffsetPrior,
  best: number,
  x0: number,
  y0: number,
  out: Posterior,
): Posterior {
  const total = sums[0]!;
  const mx = sums[1]! / total;
  const my = sums[2]! / total;
  const mb = sums[5]! / total;
  // A cell has an extent of its own: its variance is a²/12 along each axis.
  const own = grid.cellM ** 2 / 12;
  out.x = x0 + place.x;
  out.y = y0 + place.y;
  out.meanX = x0 + mx;
  out.meanY = y0 + my;
  out.varX = Math.max(0, sums[3]! / total - mx * mx) + own + (place.x - mx) ** 2;
  out.varY = Math.max(0, sums[4]! / total - my * my) + own + (place.y - my) ** 2;
  out.offsetDb = prior.meanDb + mb;
  out.offsetVariance = sums[7]! / total + Math.max(0, sums[6]! / total - mb * mb);
  out.logEvidence = -0.5 * best + Math.log(total);
  return out;
}
