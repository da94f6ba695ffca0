import type { FloorGrid } from "../model/floorGrid.ts";
import { addDirectAt, agreementOf, type Agreement, type DirectEvidence } from "./directCosts.ts";
import { expMinus } from "./expMinus.ts";
import { moveToLikely } from "./likelyPlace.ts";
import type { OffsetPrior } from "./offsetPrior.ts";
import { BY_CELL, BY_SAMPLE } from "./cellCosts.ts";
import { solvePosterior, type Posterior, type PosteriorScratch } from "./posterior.ts";
import type { NonDetectingAnchors } from "./nonDetection.ts";
import type { Measurements } from "../window/measurements.ts";
import { COST } from "./costConstants.ts";

const minP = Math.exp(-COST.squareNats);

/** Squares of the floor, with what strength alone says of each (−2 log p), and the block and fine cell it is part of. */
const squares = newSquares();
let sums = { p: 0, x: 0, y: 0, xx: 0, xy: 0, yy: 0 };

function newSquares() {
  const numbers = (): Float64Array => new Float64Array(COST.maxSquares);
  const indices = (): Int32Array => new Int32Array(COST.maxSquares);
  return {
    count: 0,
    x: numbers(),
    y: numbers(),
    told: numbers(),
    cost: numbers(),
    p: numbers(),
    block: indices(),
    cell: indices(),
  };
}

/** What ranges and angles leave to the other evidence of a place, and how well they agree with each other. */
export interface DirectFit extends Agreement {
  /** Which share of what is known of the place comes from strength, 0–1. */
  strengthShare: number;
}

/**
 * Solves the posterior with ranges and angles as exactly as they were measured. The share of strength is the variance
 * that is left, of that which strength alone leaves.
 */
export function solveDirect(
  grid: FloorGrid,
  m: Measurements,
  prior: OffsetPrior,
  scratch: PosteriorScratch,
  out: Posterior,
  nonDetecting: NonDetectingAnchors,
  direct: DirectEvidence,
): DirectFit {
  let alone = Infinity;
  if (m.count) {
    solvePosterior(grid, m, prior, scratch, out, nonDetecting);
    alone = out.varX + out.varY;
  }
  solvePosterior(grid, m, prior, scratch, out, nonDetecting, direct);
  refinePlace(grid, direct, scratch, out);
  const strengthShare = Math.min(1, (out.varX + out.varY) / alone);
  return { strengthShare, ...agreementOf(direct, out.x, out.y) };
}

/**
 * Solves a posterior again with squares as small as its ranges and angles are exact, which may be much smaller than
 * cells. Within a cell, strength is taken to be the same. `out` and `scratch` are what `solvePosterior` has just left
 * there; both are replaced. They stay as they are if the tag may be almost anywhere.
 */
function refinePlace(grid: FloorGrid, direct: DirectEvidence, scratch: PosteriorScratch, out: Posterior): void {
  if (!takeCells(grid, scratch)) return;
  let sideM = grid.cellM;
  sumUp(out);
  const isEnough = (): boolean => sideM <= COST.squareSds * Math.sqrt(minVariance());
  leaveDirectOut(direct, sideM);
  // Squares this small stand for their middles, which have no extent that would widen what was measured.
  let isByMiddle = isEnough();
  if (isByMiddle) weighSquares(direct, 0, out);
  for (let round = 0; round < COST.maxSquareRounds && !(isByMiddle && isEnough()); round++) {
    if (4 * squares.count > COST.maxSquares) break;
    split(sideM);
    sideM /= 2;
    isByMiddle = isEnough();
    weighSquares(direct, isByMiddle ? 0 : sideM, out);
  }
  handBack(grid, scratch, sideM, out);
}

/** Makes each likely cell a square; false: the floor was not computed cell by cell. */
function takeCells(grid: FloorGrid, { coarse, fine, taken }: PosteriorScratch): boolean {
  const { blockStart, blockX, blockY, coarseX, stride } = grid;
  squares.count = 0;
  let k = 0;
  for (let block = 0; block < coarseX.length; block++) {
    const isFine = taken[block] === BY_CELL;
    if (!isFine && !(taken[block] === BY_SAMPLE && stride === 1)) continue;
    for (let at = blockStart[block]!; at < blockStart[block + 1]!; at++) {
      const cell = isFine ? k++ : -1;
      const p = isFine ? fine.cost[cell]! : coarse.cost[block]!;
      if (p < minP) continue;
      if (squares.count === COST.maxSquares) return false;
      squares.cost[squares.count] = -2 * Math.log(p);
      put(squares.count++, blockX[at]!, blockY[at]!, 0, block, cell);
    }
  }
  return squares.count > 0;
}

function put(at: number, x: number, y: number, told: number, block: number, cell: number): void {
  squares.x[at] = x;
  squares.y[at] = y;
  squares.told[at] = told;
  squares.block[at] = block;
  squares.cell[at] = cell;
}

/** Writes what strength alone says of each square: its probability without what ranges and angles say. */
function leaveDirectOut(direct: DirectEvidence, sideM: number): void {
  const { count, x, y, told, cost } = squares;
  cost.fill(0, 0, count);
  addDirectAt(direct, sideM, count, x, y, cost);
  for (let i = 0; i < count; i++) told[i] = -2 * Math.log(squares.p[i]!) - cost[i]!;
}

/** Computes the squares' probabilities as if each had an extent of `extentM`. */
function weighSquares(direct: DirectEvidence, extentM: number, out: Posterior): void {
  const { count, x, y, told, cost } = squares;
  cost.set(told.subarray(0, count));
  addDirectAt(direct, extentM, count, x, y, cost);
  sumUp(out);
}

/** Turns the squares' costs into probabilities (1 for the likeliest), with moments around `from`'s mean; drops the unlikely. */
function sumUp(from: Posterior): void {
  const { x, y, told, p, cost, block, cell } = squares;
  let best = Infinity;
  for (let i = 0; i < squares.count; i++) best = Math.min(best, cost[i]!);
  sums = { p: 0, x: 0, y: 0, xx: 0, xy: 0, yy: 0 };
  let kept = 0;
  for (let i = 0; i < squares.count; i++) {
    const likely = expMinus(0.5 * (cost[i]! - best));
    if (likely < minP) continue;
    const [dx, dy] = [x[i]! - from.meanX, y[i]! - from.meanY];
    sums.p += likely;
    sums.x += likely * dx;
    sums.y += likely * dy;
    sums.xx += likely * dx * dx;
    sums.xy += likely * dx * dy;
    sums.yy += likely * dy * dy;
    // The list is packed in place: `kept` never overtakes `i`.
    put(kept, x[i]!, y[i]!, told[i]!, block[i]!, cell[i]!);
    p[kept++] = likely;
  }
  squares.count = kept;
}

/** The variance along the axis on which the place is best known, m². */
function minVariance(): number {
  const [mx, my] = [sums.x / sums.p, sums.y / sums.p];
  const [xx, xy, yy] = [sums.xx / sums.p - mx * mx, sums.xy / sums.p - mx * my, sums.yy / sums.p - my * my];
  return Math.max(0, (xx + yy) / 2 - Math.hypot((xx - yy) / 2, xy));
}

/** Replaces each square by its quarters. */
function split(sideM: number): void {
  const { x, y, told, block, cell } = squares;
  const stepM = sideM / 4;
  const { count } = squares;
  for (let i = 0; i < count; i++) {
    const [midX, midY] = [x[i]!, y[i]!];
    put(i, midX - stepM, midY - stepM, told[i]!, block[i]!, cell[i]!);
    for (let quarter = 1; quarter < 4; quarter++) {
      const [dx, dy] = [quarter & 1 ? stepM : -stepM, quarter & 2 ? stepM : -stepM];
      put(squares.count++, midX + dx, midY + dy, told[i]!, block[i]!, cell[i]!);
    }
  }
}

/** Writes the squares' moments into `out`, and their sums over cells and blocks into the scratch. */
function handBack(grid: FloorGrid, scratch: PosteriorScratch, sideM: number, out: Posterior): void {
  const { coarse, fine, taken, blocks } = scratch;
  const { x, y, p, block, cell } = squares;
  const count = grid.coarseX.length;
  for (let i = 0; i < count; i++) blocks.mass[i] = blocks.x[i] = blocks.y[i] = 0;
  let fineCount = 0;
  for (let i = 0; i < count; i++) {
    if (taken[i] === BY_CELL) fineCount += grid.coarseCells[i]!;
    else coarse.cost[i] = 0;
  }
  fine.cost.fill(0, 0, fineCount);
  const share = (sideM / grid.cellM) ** 2;
  for (let i = 0; i < squares.count; i++) {
    const at = block[i]!;
    const mass = share * p[i]!;
    blocks.mass[at]! += mass;
    blocks.x[at]! += mass * (x[i]! - out.meanX);
    blocks.y[at]! += mass * (y[i]! - out.meanY);
    if (cell[i]! >= 0) fine.cost[cell[i]!]! += mass;
    else coarse.cost[at]! += mass;
  }
  const [mx, my] = [sums.x / sums.p, sums.y / sums.p];
  const place = { x: mx, y: my };
  moveToLikely(blocks, count, share * sums.p, place);
  out.varX = Math.max(0, sums.xx / sums.p - mx * mx) + (place.x - mx) ** 2;
  out.varY = Math.max(0, sums.yy / sums.p - my * my) + (place.y - my) ** 2;
  out.x = out.meanX + place.x;
  out.y = out.meanY + place.y;
  out.meanX += mx;
  out.meanY += my;
  out.total = share * sums.p;
}
