import { cellX, cellY, type FloorGrid } from "./floorGrid.ts";
import type { Measurements } from "./measurements.ts";

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
  /** Log of the probability of what was heard, up to a constant of the gateways and their number. */
  logEvidence: number;
}

/** Numbers the kernel writes to; one for each caller that computes at the same time. */
export interface PosteriorScratch {
  sum: Float64Array;
  squares: Float64Array;
  cells: Int32Array;
}

export function newPosteriorScratch(): PosteriorScratch {
  return { sum: new Float64Array(0), squares: new Float64Array(0), cells: new Int32Array(0) };
}

export function newPosterior(): Posterior {
  return { x: 0, y: 0, varX: 0, varY: 0, covXY: 0, offsetDb: 0, offsetVariance: 0, logEvidence: 0 };
}

/** A coarse sample this far below the best (nats) rules its block out. */
const COARSE_CUT = 14;
/** A cell this far below the best adds nothing to a mean. */
const FINE_CUT = 18;

/**
 * Posterior over the floor's cells from Gaussian residuals in decibels, with the tag's unknown offset b ~ N(prior)
 * marginalised in closed form: for residuals e and weights w, −2 log p = Σwe² − (Σwe)² / (Σw + 1/s²). The whole floor
 * is scanned coarsely, and the rectangle that matters finely.
 */
export function solvePosterior(
  grid: FloorGrid,
  m: Measurements,
  prior: { meanDb: number; varianceDb2: number },
  scratch: PosteriorScratch,
  out: Posterior,
): Posterior {
  const cellCount = grid.columns * grid.rows;
  if (scratch.sum.length < cellCount) {
    scratch.sum = new Float64Array(cellCount);
    scratch.squares = new Float64Array(cellCount);
    scratch.cells = new Int32Array(cellCount);
  }
  let weightSum = 0;
  for (let i = 0; i < m.count; i++) weightSum += m.weight[i]!;
  const shrink = 1 / (weightSum + 1 / prior.varianceDb2);
  const box = boxThatMatters(grid, m, prior.meanDb, shrink, scratch);

  let count = 0;
  for (let row = box.row0; row < box.row1; row++) {
    for (let cell = row * grid.columns + box.column0; cell < row * grid.columns + box.column1; cell++) {
      if (grid.inside[cell]) scratch.cells[count++] = cell;
    }
  }
  accumulate(m, true, prior.meanDb, scratch, count, scratch.cells);
  return moments(grid, count, prior, shrink, scratch, out);
}

interface Box {
  column0: number;
  column1: number;
  row0: number;
  row1: number;
}

const box: Box = { column0: 0, column1: 0, row0: 0, row1: 0 };

function boxThatMatters(
  grid: FloorGrid,
  m: Measurements,
  meanDb: number,
  shrink: number,
  scratch: PosteriorScratch,
): Box {
  box.column0 = 0;
  box.column1 = grid.columns;
  box.row0 = 0;
  box.row1 = grid.rows;
  if (grid.stride === 1) return box;
  const count = grid.coarseX.length;
  accumulate(m, false, meanDb, scratch, count, null);
  const { sum, squares } = scratch;
  let best = Infinity;
  for (let i = 0; i < count; i++) {
    const cost = squares[i]! - sum[i]! * sum[i]! * shrink;
    squares[i] = cost;
    if (cost < best) best = cost;
  }
  let column0 = Infinity;
  let column1 = -1;
  let row0 = Infinity;
  let row1 = -1;
  for (let i = 0; i < count; i++) {
    if (squares[i]! > best + 2 * COARSE_CUT) continue;
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
  return box;
}

/** Σwe and Σwe² of each cell; three gateways in one pass, since storing the sums costs as much as a residual. */
function accumulate(
  m: Measurements,
  fine: boolean,
  meanDb: number,
  scratch: PosteriorScratch,
  count: number,
  cells: Int32Array | null,
): void {
  const { sum, squares } = scratch;
  sum.fill(0, 0, count);
  squares.fill(0, 0, count);
  for (let g = 0; g < m.count; g += 3) {
    const last = m.count - 1;
    const i1 = Math.min(g + 1, last);
    const i2 = Math.min(g + 2, last);
    const t0 = fine ? m.anchors[g]!.tables.fine : m.anchors[g]!.tables.coarse;
    const t1 = fine ? m.anchors[i1]!.tables.fine : m.anchors[i1]!.tables.coarse;
    const t2 = fine ? m.anchors[i2]!.tables.fine : m.anchors[i2]!.tables.coarse;
    const r0 = m.rssi[g]! - meanDb;
    const r1 = m.rssi[i1]! - meanDb;
    const r2 = m.rssi[i2]! - meanDb;
    const w0 = m.weight[g]!;
    // Short of three the last gateway is read again and weighs nothing.
    const w1 = g + 1 <= last ? m.weight[i1]! : 0;
    const w2 = g + 2 <= last ? m.weight[i2]! : 0;
    for (let k = 0; k < count; k++) {
      const cell = cells === null ? k : cells[k]!;
      const e0 = r0 - t0[cell]!;
      const e1 = r1 - t1[cell]!;
      const e2 = r2 - t2[cell]!;
      const we0 = w0 * e0;
      const we1 = w1 * e1;
      const we2 = w2 * e2;
      sum[k]! += we0 + we1 + we2;
      squares[k]! += we0 * e0 + we1 * e1 + we2 * e2;
    }
  }
}

function moments(
  grid: FloorGrid,
  count: number,
  prior: { meanDb: number; varianceDb2: number },
  shrink: number,
  scratch: PosteriorScratch,
  out: Posterior,
): Posterior {
  const { sum, squares, cells } = scratch;
  let best = Infinity;
  for (let k = 0; k < count; k++) {
    const cost = squares[k]! - sum[k]! * sum[k]! * shrink;
    squares[k] = cost;
    if (cost < best) best = cost;
  }
  let total = 0;
  let sx = 0;
  let sy = 0;
  let sxx = 0;
  let syy = 0;
  let sxy = 0;
  let sb = 0;
  let sbb = 0;
  // Sums are taken around the first cell that counts, or a site far from its origin would lose its digits.
  const x0 = cellX(grid, cells[0]! % grid.columns);
  const y0 = cellY(grid, Math.floor(cells[0]! / grid.columns));
  for (let k = 0; k < count; k++) {
    const half = 0.5 * (squares[k]! - best);
    if (half > FINE_CUT) continue;
    const p = Math.exp(-half);
    const cell = cells[k]!;
    const row = (cell / grid.columns) | 0;
    const x = cellX(grid, cell - row * grid.columns) - x0;
    const y = cellY(grid, row) - y0;
    const b = sum[k]! * shrink;
    total += p;
    sx += p * x;
    sy += p * y;
    sxx += p * x * x;
    syy += p * y * y;
    sxy += p * x * y;
    sb += p * b;
    sbb += p * b * b;
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
  out.offsetVariance = shrink + Math.max(0, sbb / total - mb * mb);
  out.logEvidence = -0.5 * best + Math.log(total / count) + 0.5 * Math.log(shrink / prior.varianceDb2);
  return out;
}
