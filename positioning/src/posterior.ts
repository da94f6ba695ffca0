import { cellX, cellY, type FloorGrid } from "./floorGrid.ts";
import type { Measurements } from "./measurements.ts";
import { mappedCosts, plainCosts, type CostScratch } from "./cellCosts.ts";
import type { OffsetPrior } from "./tagOffset.ts";

/** Where the tag may be on one floor, as moments of the probability over its cells. */
export interface Posterior {
  x: number;
  y: number;
  varX: number;
  varY: number;
  covXY: number;
  /** The tag's own strength against the site's usual tag, and how sure that is. */
  offsetDb: number;
  offsetVariance: number;
  /** Log of the probability of what was heard, up to a constant of the gateways, their weights and the floor. */
  logEvidence: number;
}

/** Numbers the kernel writes to; one for each caller that computes at the same time. */
export interface PosteriorScratch extends CostScratch {
  cells: Int32Array;
}

export function newPosteriorScratch(): PosteriorScratch {
  const none = new Float64Array(0);
  return { cost: none, offset: none, shrink: none, cells: new Int32Array(0) };
}

export function newPosterior(): Posterior {
  return { x: 0, y: 0, varX: 0, varY: 0, covXY: 0, offsetDb: 0, offsetVariance: 0, logEvidence: 0 };
}

/** A coarse sample this far below the best (nats) rules its block out. */
const COARSE_CUT = 14;
/** A cell this far below the best adds nothing to a mean. */
const FINE_CUT = 18;

/**
 * Posterior over the floor's cells from Gaussian residuals in decibels, with the tag's unknown offset marginalised in
 * closed form (cellCosts.ts). The whole floor is scanned coarsely, and the rectangle that matters finely. Writes the
 * moments into `out`.
 */
export function solvePosterior(
  grid: FloorGrid,
  m: Measurements,
  prior: OffsetPrior,
  scratch: PosteriorScratch,
  out: Posterior,
): Posterior {
  makeRoom(scratch, Math.max(grid.columns * grid.rows, grid.coarseX.length));
  let mapped = false;
  for (let i = 0; i < m.count; i++) mapped ||= m.anchors[i]!.tables.fineVariance !== null;
  const costs = mapped ? mappedCosts : plainCosts;
  wholeFloor(grid);
  if (grid.stride > 1) {
    costs(m, false, prior, scratch, grid.coarseX.length, null, grid.coarseCost);
    narrow(grid, scratch.cost);
  }
  const { cells } = scratch;
  let count = 0;
  for (let row = box.row0; row < box.row1; row++) {
    for (let cell = row * grid.columns + box.column0; cell < row * grid.columns + box.column1; cell++) {
      if (grid.inside[cell]) cells[count++] = cell;
    }
  }
  costs(m, true, prior, scratch, count, cells, grid.cost);
  return moments(grid, count, prior, scratch, out);
}

function makeRoom(scratch: PosteriorScratch, cells: number): void {
  if (scratch.cost.length >= cells) return;
  scratch.cost = new Float64Array(cells);
  scratch.offset = new Float64Array(cells);
  scratch.shrink = new Float64Array(cells);
  scratch.cells = new Int32Array(cells);
}

/** The rectangle of cells that matters; one for the module, since a fix is computed in one go. */
const box = { column0: 0, column1: 0, row0: 0, row1: 0 };

function wholeFloor(grid: FloorGrid): void {
  box.column0 = 0;
  box.column1 = grid.columns;
  box.row0 = 0;
  box.row1 = grid.rows;
}

/** Narrows the rectangle to the blocks whose sample is within the cut of the best. */
function narrow(grid: FloorGrid, cost: Float64Array): void {
  const count = grid.coarseX.length;
  let best = Infinity;
  for (let i = 0; i < count; i++) if (cost[i]! < best) best = cost[i]!;
  let column0 = Infinity;
  let column1 = -1;
  let row0 = Infinity;
  let row1 = -1;
  for (let i = 0; i < count; i++) {
    if (cost[i]! > best + 2 * COARSE_CUT) continue;
    const column = grid.coarseColumn[i]!;
    const row = grid.coarseRow[i]!;
    if (column < column0) column0 = column;
    if (column > column1) column1 = column;
    if (row < row0) row0 = row;
    if (row > row1) row1 = row;
  }
  // One cell more on each side: the cut fell between two samples.
  box.column0 = Math.max(0, column0 * grid.stride - 1);
  box.column1 = Math.min(grid.columns, (column1 + 1) * grid.stride + 1);
  box.row0 = Math.max(0, row0 * grid.stride - 1);
  box.row1 = Math.min(grid.rows, (row1 + 1) * grid.stride + 1);
}

function moments(
  grid: FloorGrid,
  count: number,
  prior: OffsetPrior,
  scratch: PosteriorScratch,
  out: Posterior,
): Posterior {
  const { cost, offset, shrink, cells } = scratch;
  let best = Infinity;
  for (let k = 0; k < count; k++) if (cost[k]! < best) best = cost[k]!;
  let total = 0;
  let sx = 0;
  let sy = 0;
  let sxx = 0;
  let syy = 0;
  let sxy = 0;
  let sb = 0;
  let sbb = 0;
  let sv = 0;
  // Sums are taken around the first cell that counts, or a site far from its origin would lose its digits.
  const x0 = cellX(grid, cells[0]! % grid.columns);
  const y0 = cellY(grid, Math.floor(cells[0]! / grid.columns));
  for (let k = 0; k < count; k++) {
    const half = 0.5 * (cost[k]! - best);
    if (half > FINE_CUT) continue;
    const p = Math.exp(-half);
    const cell = cells[k]!;
    const row = (cell / grid.columns) | 0;
    const x = cellX(grid, cell - row * grid.columns) - x0;
    const y = cellY(grid, row) - y0;
    const b = offset[k]!;
    total += p;
    sx += p * x;
    sy += p * y;
    sxx += p * x * x;
    syy += p * y * y;
    sxy += p * x * y;
    sb += p * b;
    sbb += p * b * b;
    sv += p * shrink[k]!;
  }
  const mx = sx / total;
  const my = sy / total;
  const mb = sb / total;
  // A cell has an extent of its own: its variance is a²/12 along each axis.
  const own = grid.cellM ** 2 / 12;
  out.x = x0 + mx;
  out.y = y0 + my;
  out.varX = Math.max(0, sxx / total - mx * mx) + own;
  out.varY = Math.max(0, syy / total - my * my) + own;
  out.covXY = sxy / total - mx * my;
  out.offsetDb = prior.meanDb + mb;
  out.offsetVariance = sv / total + Math.max(0, sbb / total - mb * mb);
  out.logEvidence = -0.5 * best + Math.log(total);
  return out;
}
