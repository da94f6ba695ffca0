import type { Point } from "@pulse/geo/localFrame";
import { findPath, isClearBetween } from "../route/findPath.ts";
import { gridWindow } from "../route/gridWindow.ts";
import type { WalkGrid } from "../route/walkGrid.ts";

/** A position with its noise: the radius that contains it in 68 of 100 cases, m. */
export interface NoisyPlace {
  at: Point;
  accuracyM: number;
}

/** Where a thing was, and the corners of its way there from the place before. */
export interface MatchedPlace {
  at: Point;
  via: readonly Point[];
}

/** In two dimensions 68 % lie within 1.51 standard deviations. */
const sigmasWithin68 = 1.51;
/** Positions are no better than this, and no place further away is tried, m. */
const minSigmaM = 0.8;
const maxReachM = 6;
const maxCandidates = 4;
/** A way may be longer than the straight line by about this much for each position, m: β of Newson and Krumm. */
const betaM = 2;
/** The cost of a step for which there is no way, so that a wrong drawing does not stop the whole path. */
const noWayCost = 40;
/** A path from cell to cell is longer than the way it stands for, before it is straightened, m. */
const slackM = 2;
/** How far around two places a way between them is searched, and how many positions around a wall are reconsidered. */
const windowCells = 25;
const reconsidered = 12;

interface Candidate extends MatchedPlace {
  /** How unlikely this is by the position alone. */
  emission: number;
}

interface Step {
  cost: number;
  /** The candidate before. */
  before: number;
  via: readonly Point[];
}

/**
 * The most likely places of a thing on a floor with walls: map matching by a hidden Markov model (Newson and Krumm, ACM
 * SIGSPATIAL 2009), solved by Viterbi's algorithm. A position is explained by a place near it, on either side of a wall;
 * a step between two places by how much longer the way is than the straight line between the positions.
 */
export function mostLikelyPath(grid: WalkGrid, noisy: readonly NoisyPlace[]): MatchedPlace[] {
  const isNearWall = positionsNearWalls(grid, noisy);
  const candidates = noisy.map((place, nth) => (isNearWall[nth] === true ? candidatesOf(grid, place) : asItIs(place)));
  const steps: Step[][] = [candidates[0]?.map(({ emission }) => ({ cost: emission, before: 0, via: [] })) ?? []];
  for (let nth = 1; nth < noisy.length; nth++) {
    const straightM = distance(noisy[nth - 1]!.at, noisy[nth]!.at);
    steps.push(candidates[nth]!.map((to) => bestStep(grid, candidates[nth - 1]!, steps[nth - 1]!, to, straightM)));
  }
  const path: MatchedPlace[] = [];
  let chosen = minIndex(steps.at(-1) ?? []);
  for (let nth = noisy.length - 1; nth >= 0; nth--) {
    const step = steps[nth]![chosen]!;
    path.push({ at: candidates[nth]![chosen]!.at, via: step.via });
    chosen = step.before;
  }
  return path.toReversed();
}

/** Which positions lie shortly before or after a step through a wall, or in one. */
function positionsNearWalls(grid: WalkGrid, noisy: readonly NoisyPlace[]): boolean[] {
  const isNear = noisy.map(() => false);
  for (let nth = 0; nth < noisy.length; nth++) {
    const [before, at] = [noisy[Math.max(0, nth - 1)]!.at, noisy[nth]!.at];
    if (grid.blocked[grid.cellAt(at)] !== 1 && isClear(grid, before, at)) continue;
    isNear.fill(true, Math.max(0, nth - 1 - reconsidered), nth + reconsidered);
  }
  return isNear;
}

function bestStep(
  grid: WalkGrid,
  from: readonly Candidate[],
  costs: readonly Step[],
  to: Candidate,
  straightM: number,
): Step {
  const before = (nth: number): number => costs[nth]!.cost + to.emission;
  // No way is shorter than the straight line. Most candidates are too costly even so, and their ways are not searched.
  const minCost = (nth: number): number =>
    before(nth) + Math.min(noWayCost, Math.max(0, distance(from[nth]!.at, to.at) - straightM) / betaM);
  const order = from.map((_, nth) => nth).toSorted((a, b) => minCost(a) - minCost(b));
  let best: Step = { cost: Infinity, before: 0, via: [] };
  for (const nth of order) {
    if (minCost(nth) >= best.cost) break;
    // A longer way would cost more than the best so far, or than none.
    const maxM = straightM + betaM * Math.min(noWayCost, best.cost - before(nth));
    const way = wayBetween(grid, from[nth]!.at, to.at, maxM);
    const cost = before(nth) + (way === null ? noWayCost : Math.abs(way.lengthM - straightM) / betaM);
    if (cost < best.cost) best = { cost, before: nth, via: way?.via ?? [] };
  }
  return best;
}

function wayBetween(grid: WalkGrid, from: Point, to: Point, maxM: number): { lengthM: number; via: Point[] } | null {
  if (isClear(grid, from, to)) return { lengthM: distance(from, to), via: [] };
  const points = findPath(gridWindow(grid, from, to, windowCells), from, to, maxM + slackM);
  if (points === null) return null;
  const lengthM = points.slice(1).reduce((sum, point, nth) => sum + distance(points[nth]!, point), 0);
  return { lengthM, via: points.slice(1, -1) };
}

const asItIs = ({ at }: NoisyPlace): Candidate[] => [{ at, via: [], emission: 0 }];

/** The position itself, if no wall is there, and the nearest places that cannot be seen from it or from each other. */
function candidatesOf(grid: WalkGrid, { at, accuracyM }: NoisyPlace): Candidate[] {
  const sigmaM = Math.max(minSigmaM, accuracyM / sigmasWithin68);
  const free = freeCellsAround(grid, at, Math.min(maxReachM, 2 * sigmaM));
  const chosen: { cell: number; at: Point; distanceM: number }[] = [];
  for (const place of free) {
    if (chosen.length === maxCandidates) break;
    if (!chosen.some(({ cell }) => isClearBetween(grid, cell, place.cell))) chosen.push(place);
  }
  if (chosen.length === 0) return asItIs({ at, accuracyM });
  return chosen.map(({ at: place, distanceM }) => ({
    at: place,
    via: [],
    emission: distanceM ** 2 / (2 * sigmaM ** 2),
  }));
}

/** The cells without a wall around a place, the nearest first; that of the place itself stands for the place. */
function freeCellsAround(grid: WalkGrid, at: Point, reachM: number) {
  const own = grid.cellAt(at);
  const [ownColumn, ownRow] = [own % grid.columns, Math.floor(own / grid.columns)];
  const reach = Math.ceil(reachM / (grid.middleOf(1).x - grid.middleOf(0).x));
  const cells: { cell: number; at: Point; distanceM: number }[] = [];
  for (let row = Math.max(0, ownRow - reach); row <= Math.min(grid.rows - 1, ownRow + reach); row++)
    for (
      let column = Math.max(0, ownColumn - reach);
      column <= Math.min(grid.columns - 1, ownColumn + reach);
      column++
    ) {
      const cell = row * grid.columns + column;
      if (grid.blocked[cell] !== 0) continue;
      const middle = cell === own ? at : grid.middleOf(cell);
      const distanceM = distance(at, middle);
      if (distanceM <= reachM) cells.push({ cell, at: middle, distanceM });
    }
  return cells.toSorted((a, b) => a.distanceM - b.distanceM);
}

const isClear = (grid: WalkGrid, a: Point, b: Point): boolean => isClearBetween(grid, grid.cellAt(a), grid.cellAt(b));
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function minIndex(steps: readonly Step[]): number {
  return steps.reduce((best, { cost }, nth) => (cost < steps[best]!.cost ? nth : best), 0);
}
