import type { FloorGrid } from "../model/floorGrid.ts";
import type { Measurements } from "../window/measurements.ts";
import {
  BY_CELL,
  BY_SAMPLE,
  IGNORED,
  mappedBlockCosts,
  mappedCellCosts,
  plainCosts,
  type CostScratch,
} from "./cellCosts.ts";
import { expMinus } from "./expMinus.ts";
import { addDirect, type DirectEvidence } from "./directCosts.ts";
import { moveToLikely, newBlockMass, type BlockMass } from "./likelyPlace.ts";
import { addNonDetection, type NonDetectingAnchors } from "./nonDetection.ts";
import type { OffsetPrior } from "./offsetPrior.ts";
import { COST } from "./costConstants.ts";

/** Where the tag may be on one floor, as moments of the probability over its cells. */
export interface Posterior {
  /** The place to state (likelyPlace.ts); the variances are around it. */
  x: number;
  y: number;
  meanX: number;
  meanY: number;
  varX: number;
  varY: number;
  /** The tag's own strength relative to the site's usual tag, and its variance. */
  offsetDb: number;
  offsetVariance: number;
  /** The sum of what is left in the scratch, of which its cells are shares. */
  total: number;
  /** Log-probability of the measurements, up to a constant of the gateways, their weights and the floor. */
  logEvidence: number;
}

/** Arrays that the kernels write to; one set for each caller that computes at the same time. */
export interface PosteriorScratch {
  coarse: CostScratch;
  fine: CostScratch;
  /** Cells computed finely, block by block. */
  cells: Int32Array;
  /** How each block is taken. */
  taken: Uint8Array;
  blocks: BlockMass;
}

/** Read in the loops of every fix. */
const { fineCut, nothingCut } = COST;

export function newPosteriorScratch(): PosteriorScratch {
  return {
    coarse: newCosts(0),
    fine: newCosts(0),
    cells: new Int32Array(0),
    taken: new Uint8Array(0),
    blocks: newBlockMass(0),
  };
}

function newCosts(size: number): CostScratch {
  const cells = (): Float64Array => new Float64Array(size);
  return {
    cost: cells(),
    offset: cells(),
    shrink: cells(),
    reach: cells(),
  };
}

export function newPosterior(): Posterior {
  return { x: 0, y: 0, meanX: 0, meanY: 0, varX: 0, varY: 0, offsetDb: 0, offsetVariance: 0, total: 0, logEvidence: 0 };
}

const NOBODY: NonDetectingAnchors = { alive: [], unsure: [], packets: 0, shadowSdDb: 0, faintestDbm: 0 };

/**
 * Posterior over the floor's cells from Gaussian residuals in decibels, with the tag's unknown offset marginalised in
 * closed form (cellCosts.ts). The whole floor is sampled coarsely; blocks with most of the mass are computed cell by
 * cell, the others by their sample. Writes the moments into `out`.
 */
export function solvePosterior(
  grid: FloorGrid,
  m: Measurements,
  prior: OffsetPrior,
  scratch: PosteriorScratch,
  out: Posterior,
  nonDetecting: NonDetectingAnchors = NOBODY,
  direct: DirectEvidence | null = null,
): Posterior {
  const coarse = coarseCosts(grid, m, prior, scratch, nonDetecting);
  if (direct) addDirect(direct, false, coarse.cost, grid.coarseX.length, null);
  const { fine, cells, taken } = scratch;
  const count = chooseCells(grid, coarse.cost, cells, taken);
  if (isMapped(m)) mappedCellCosts(m, prior, fine, grid, taken);
  else plainCosts(m, true, prior, fine, count, cells, grid.cost);
  addNonDetection(nonDetecting, true, prior, fine, count, cells);
  if (direct) addDirect(direct, true, fine.cost, count, cells);

  const best = toProbabilities(grid, coarse.cost, taken, fine.cost, count);
  // Sums are relative to the gateway heard best: otherwise a site far from its origin would lose digits.
  const x0 = m.count ? m.anchors[0]!.x : grid.coarseX[0]!;
  const y0 = m.count ? m.anchors[0]!.y : grid.coarseY[0]!;
  const used = addUp(grid, scratch, x0, y0);
  place.x = sums.px / sums.p;
  place.y = sums.py / sums.p;
  moveToLikely(scratch.blocks, used, sums.p, place);
  return writeMoments(grid, prior, best, x0, y0, out);
}

/** The cost of each block of the floor, by its sample. */
export function coarseCosts(
  grid: FloorGrid,
  m: Measurements,
  prior: OffsetPrior,
  scratch: PosteriorScratch,
  nonDetecting: NonDetectingAnchors,
): CostScratch {
  makeRoom(scratch, grid);
  const { coarse } = scratch;
  const blocks = grid.coarseX.length;
  if (isMapped(m)) mappedBlockCosts(m, prior, coarse, grid);
  else plainCosts(m, false, prior, coarse, blocks, null, grid.coarseCost);
  addNonDetection(nonDetecting, false, prior, coarse, blocks, null);
  return coarse;
}

/** Whether some gateway has a residual map, with variances of its own. */
export function isMapped({ count, tables }: Measurements): boolean {
  for (let i = 0; i < count; i++) if (tables[i]!.fineVariance !== null) return true;
  return false;
}

function makeRoom(scratch: PosteriorScratch, grid: FloorGrid): void {
  const blocks = grid.coarseX.length;
  if (scratch.taken.length < blocks) {
    scratch.coarse = newCosts(blocks);
    scratch.taken = new Uint8Array(blocks);
    scratch.blocks = newBlockMass(blocks);
  }
  const cells = Math.max(blocks, COST.maxFineBlocks * grid.stride ** 2);
  if (scratch.cells.length >= cells) return;
  scratch.fine = newCosts(cells);
  scratch.cells = new Int32Array(cells);
}

/** Marks how each block is taken and lists the cells of those computed finely; returns how many cells. */
function chooseCells(grid: FloorGrid, cost: Float64Array, cells: Int32Array, taken: Uint8Array): number {
  const { stride, blockStart, blockCells } = grid;
  const blocks = grid.coarseX.length;
  let best = Infinity;
  for (let i = 0; i < blocks; i++) if (cost[i]! < best) best = cost[i]!;
  const nearCost = best + 2 * fineCut;
  const lastCost = best + 2 * nothingCut;
  let near = 0;
  for (let i = 0; i < blocks; i++) {
    const isNear = cost[i]! < nearCost;
    if (isNear) near++;
    taken[i] = isNear ? BY_CELL : cost[i]! < lastCost ? BY_SAMPLE : IGNORED;
  }
  const finely = stride > 1 && near <= COST.maxFineBlocks;
  let count = 0;
  for (let i = 0; i < blocks; i++) {
    if (taken[i] !== BY_CELL) continue;
    if (finely) for (let at = blockStart[i]!; at < blockStart[i + 1]!; at++) cells[count++] = blockCells[at]!;
    else taken[i] = BY_SAMPLE;
  }
  return count;
}

/**
 * Replaces the costs of all blocks and cells in use by probabilities (1 for the best cell); returns the best cell's
 * cost. Separate from the sums, since exponentials would drop them from the processor's registers.
 */
function toProbabilities(
  { coarseCells }: FloorGrid,
  coarse: Float64Array,
  taken: Uint8Array,
  fine: Float64Array,
  count: number,
): number {
  let best = Infinity;
  for (let i = 0; i < coarseCells.length; i++) if (taken[i] === BY_SAMPLE && coarse[i]! < best) best = coarse[i]!;
  for (let k = 0; k < count; k++) if (fine[k]! < best) best = fine[k]!;
  for (let i = 0; i < coarseCells.length; i++)
    if (taken[i] === BY_SAMPLE) coarse[i] = coarseCells[i]! * expMinus(0.5 * (coarse[i]! - best));
  for (let k = 0; k < count; k++) {
    const half = 0.5 * (fine[k]! - best);
    fine[k] = half > nothingCut ? 0 : expMinus(half);
  }
  return best;
}

/** Sums of p, px, py … and p·variance of b. Scratch space of the module, since a fix is computed in one go. */
const sums = { p: 0, px: 0, py: 0, pxx: 0, pyy: 0, pb: 0, pbb: 0, pv: 0 };
const place = { x: 0, y: 0 };

/** Adds up the moments around (x0, y0), and lists the probability in each block in use; returns how many they are. */
function addUp(grid: FloorGrid, scratch: PosteriorScratch, x0: number, y0: number): number {
  const { coarse, fine, taken, blocks } = scratch;
  const { coarseX, coarseY, blockStart, blockX, blockY } = grid;
  let pxx = 0;
  let pyy = 0;
  let pb = 0;
  let pbb = 0;
  let pv = 0;
  let total = 0;
  let totalX = 0;
  let totalY = 0;
  let used = 0;
  let k = 0;
  for (let i = 0; i < coarseX.length; i++) {
    if (taken[i] === IGNORED) continue;
    let mass = 0;
    let massX = 0;
    let massY = 0;
    if (taken[i] === BY_SAMPLE) {
      const x = coarseX[i]! - x0;
      const y = coarseY[i]! - y0;
      const b = coarse.offset[i]!;
      mass = coarse.cost[i]!;
      massX = mass * x;
      massY = mass * y;
      pxx += massX * x;
      pyy += massY * y;
      pb += mass * b;
      pbb += mass * b * b;
      pv += mass * coarse.shrink[i]!;
    } else {
      for (let at = blockStart[i]!; at < blockStart[i + 1]!; at++) {
        const p = fine.cost[k]!;
        const x = blockX[at]! - x0;
        const y = blockY[at]! - y0;
        const b = fine.offset[k]!;
        mass += p;
        massX += p * x;
        massY += p * y;
        pxx += p * x * x;
        pyy += p * y * y;
        pb += p * b;
        pbb += p * b * b;
        pv += p * fine.shrink[k++]!;
      }
    }
    blocks.mass[used] = mass;
    blocks.x[used] = massX;
    blocks.y[used++] = massY;
    total += mass;
    totalX += massX;
    totalY += massY;
  }
  sums.p = total;
  sums.px = totalX;
  sums.py = totalY;
  sums.pxx = pxx;
  sums.pyy = pyy;
  sums.pb = pb;
  sums.pbb = pbb;
  sums.pv = pv;
  return used;
}

function writeMoments(
  grid: FloorGrid,
  prior: OffsetPrior,
  best: number,
  x0: number,
  y0: number,
  out: Posterior,
): Posterior {
  const total = sums.p;
  const mx = sums.px / total;
  const my = sums.py / total;
  const mb = sums.pb / total;
  // A cell has an extent of its own: its variance is a²/12 along each axis.
  const own = grid.cellM ** 2 / 12;
  out.x = x0 + place.x;
  out.y = y0 + place.y;
  out.meanX = x0 + mx;
  out.meanY = y0 + my;
  out.varX = Math.max(0, sums.pxx / total - mx * mx) + own + (place.x - mx) ** 2;
  out.varY = Math.max(0, sums.pyy / total - my * my) + own + (place.y - my) ** 2;
  out.offsetDb = prior.meanDb + mb;
  out.offsetVariance = sums.pv / total + Math.max(0, sums.pbb / total - mb * mb);
  out.total = total;
  out.logEvidence = -0.5 * best + Math.log(total);
  return out;
}
