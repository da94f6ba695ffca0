import type { FloorGrid } from "../model/floorGrid.ts";
import type { Measurements } from "../window/measurements.ts";
import { addDirect, type DirectEvidence } from "./directCosts.ts";
import { expMinus } from "./expMinus.ts";
import { addLevels } from "./levelCosts.ts";
import { moveToLikely, newBlockMass, type BlockMass } from "./likelyPlace.ts";
import { addNonDetection, type NonDetectingAnchors } from "./nonDetection.ts";
import type { OffsetPrior } from "./offsetPrior.ts";
import { leastCost, listBlocks, listLikelyCells, newPlaces, type Places } from "./places.ts";
import { refinePlaces } from "./refinePlaces.ts";
import { COST } from "./costConstants.ts";

/** Where the tag may be on one floor, as moments of the probability over its places. */
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
  /** The sum of the places' probabilities, of which each is a share. */
  total: number;
}

/** Where posteriors are computed; one for each caller that computes at the same time. */
export interface PosteriorScratch {
  /** The places of the last posterior. */
  places: Places;
  blocks: BlockMass;
}

export function newPosteriorScratch(): PosteriorScratch {
  return { places: newPlaces(0), blocks: newBlockMass(0) };
}

export function newPosterior(): Posterior {
  return { x: 0, y: 0, meanX: 0, meanY: 0, varX: 0, varY: 0, offsetDb: 0, offsetVariance: 0, total: 0 };
}

const NOBODY: NonDetectingAnchors = { alive: [], unsure: [], packets: 0, shadowSdDb: 0, faintestDbm: 0 };

/**
 * Posterior over a floor from Gaussian residuals in decibels, with the tag's unknown offset marginalised in closed form
 * (levelCosts.ts). Every block of the floor is computed for its middle, and the likely ones again cell by cell; ranges and
 * angles, which may be more exact than cells, divide these further. Writes the moments into `out`, and leaves the places
 * in `scratch`.
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
  const places = blockCosts(grid, m, prior, scratch, nonDetecting, direct);
  const first = listLikelyCells(places, grid);
  addLevels(m, prior, grid, places, first);
  addNonDetection(nonDetecting, prior, places, first);
  const sideM = direct ? refineCells(grid, places, first, direct) : grid.cellM;
  toProbabilities(grid, places);
  // Sums are relative to the gateway heard best: otherwise a site far from its origin would lose digits.
  const from = m.count ? m.anchors[0]! : { x: places.x[0]!, y: places.y[0]! };
  return writeMoments(grid, scratch, prior.meanDb, from, sideM, out);
}

/** Divides cells as ranges and angles ask for, unless there are only larger blocks; returns the side of a place, m. */
function refineCells(grid: FloorGrid, places: Places, first: number, direct: DirectEvidence): number {
  places.spare.set(places.p.subarray(first, places.count), first);
  if (grid.stride === 1) return refinePlaces(places, 0, direct, grid.cellM);
  return first < places.count ? refinePlaces(places, first, direct, grid.cellM) : grid.cellM;
}

/** The cost of each block of the floor, by its middle. */
export function blockCosts(
  grid: FloorGrid,
  m: Measurements,
  prior: OffsetPrior,
  scratch: PosteriorScratch,
  nonDetecting: NonDetectingAnchors,
  direct: DirectEvidence | null,
): Places {
  const blocks = grid.blockStart.length - 1;
  const size = Math.max(blocks + COST.maxFineBlocks * grid.stride ** 2, direct ? COST.maxSquares : 0);
  if (scratch.places.at.length < size) scratch.places = newPlaces(size);
  if (scratch.blocks.mass.length < size) scratch.blocks = newBlockMass(size);
  const { places } = scratch;
  listBlocks(places, grid);
  addLevels(m, prior, grid, places, 0);
  addNonDetection(nonDetecting, prior, places, 0);
  if (direct) {
    // Without ranges and angles, for when these are computed more finely.
    places.spare.set(places.p.subarray(0, places.count));
    addDirect(direct, grid.cellM * grid.stride, places);
  }
  return places;
}

/** Replaces costs by probabilities. Separate from the sums, since exponentials would drop them from the registers. */
function toProbabilities({ size }: FloorGrid, places: Places): void {
  const { count, at, p } = places;
  const best = leastCost(places);
  for (let k = 0; k < count; k++) {
    const half = 0.5 * (p[k]! - best);
    p[k] = half > COST.nothingCut ? 0 : size[at[k]!]! * expMinus(half);
  }
}

/** Adds up the moments around a point, and the probability in each block. */
function writeMoments(
  { block }: FloorGrid,
  { places, blocks }: PosteriorScratch,
  meanDb: number,
  from: { x: number; y: number },
  sideM: number,
  out: Posterior,
): Posterior {
  const { count, at, x, y, p, offset, variance } = places;
  let [total, sumX, sumY, sumXX, sumYY] = [0, 0, 0, 0, 0];
  let [sumB, sumBB, sumV] = [0, 0, 0];
  let used = 0;
  let current = -1;
  for (let k = 0; k < count; k++) {
    const mass = p[k]!;
    const dx = x[k]! - from.x;
    const dy = y[k]! - from.y;
    const b = offset[k]!;
    if (block[at[k]!] !== current) {
      current = block[at[k]!]!;
      blocks.mass[used] = blocks.x[used] = blocks.y[used] = 0;
      used++;
    }
    blocks.mass[used - 1]! += mass;
    blocks.x[used - 1]! += mass * dx;
    blocks.y[used - 1]! += mass * dy;
    total += mass;
    sumX += mass * dx;
    sumY += mass * dy;
    sumXX += mass * dx * dx;
    sumYY += mass * dy * dy;
    sumB += mass * b;
    sumBB += mass * b * b;
    sumV += mass * variance[k]!;
  }
  const [mx, my, mb] = [sumX / total, sumY / total, sumB / total];
  const place = { x: mx, y: my };
  moveToLikely(blocks, used, total, place);
  // A place has an extent of its own: its variance is a²/12 along each axis.
  const own = sideM ** 2 / 12;
  out.x = from.x + place.x;
  out.y = from.y + place.y;
  out.meanX = from.x + mx;
  out.meanY = from.y + my;
  out.varX = Math.max(0, sumXX / total - mx * mx) + own + (place.x - mx) ** 2;
  out.varY = Math.max(0, sumYY / total - my * my) + own + (place.y - my) ** 2;
  out.offsetDb = meanDb + mb;
  out.offsetVariance = sumV / total + Math.max(0, sumBB / total - mb * mb);
  out.total = total;
  return out;
}
