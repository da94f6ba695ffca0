import { BY_CELL, BY_SAMPLE, newPosteriorScratch, type PosteriorScratch } from "@pulse/positioning/cost/posterior";
import { type BlockMass, moveToLikely, newBlockMass } from "@pulse/positioning/cost/likelyPlace";
import { chooseRoom } from "@pulse/positioning/fix/roomOf";
import { cellX, cellY, type FloorGrid, nearestOnFloor } from "@pulse/positioning/model/floorGrid";
import type { PlacedFloor } from "@pulse/positioning/model/placed";
import type { Point } from "@pulse/positioning/model/outline";
import { newTrackerState, type TrackerState } from "@pulse/positioning/model/trackerState";
import { placeAt } from "@pulse/positioning/smooth/displayFilter";
import { type CellBelief, type CellWays, evenly, newBelief, spread, weighBy } from "./cellFilter.ts";
import type { Located } from "./gridDay.ts";

/** How a cell filter believes that tags move, and how much it believes each window. */
export interface FilterSettings {
  /** Exponent of the likelihood, beside the share of the window that is new: walking, and at rest. */
  trust: readonly [walking: number, still: number];
  /** Growth of the variance along an axis, m²/s. */
  walksM2: number;
  stillM2: number;
  /** Share of the prior that goes anywhere, per second. */
  anywhere: number;
  /** Whether the likelihood is flattened by how much wider errors are than posteriors (radius.ts). */
  isFlat: boolean;
  /** How long the tag goes on at the engine's own velocity, as a share of the age of its packets. */
  ahead: number;
  /** Whether each window is taken alone, as the engine does. */
  forgets: boolean;
  /** How much likelier it is to be in no room than its cells say: 2 undoes the engine's preference for rooms (roomOf.ts). */
  beside: number;
  /** Whether the true state of motion is known. */
  knowsMotion: boolean;
}

/** Where a filter believes a tag to be after a fix. */
export interface Believed {
  x: number;
  y: number;
  room: string | null;
  cells: number;
  cpuUs: number;
  belief: CellBelief;
}

/** The ways on a floor, its even belief, and where somebody who has just come from another floor is. */
export interface FloorWays {
  ways: CellWays;
  even: Float64Array;
  arrivals: Float64Array;
}

interface Memory {
  floor: string;
  atMs: number;
  belief: CellBelief;
  room: TrackerState["room"];
}

/** −log of the likelihood of cells that the engine ignores, at least (posterior.ts). */
const IGNORED = 12;
/** About five seconds of a walk from the shaft, and how sure it is that the tag came through one. */
const ARRIVED_M2 = 10;
const FROM_SHAFT = 0.7;
/** The longest time that a belief is moved on for, s. */
const MOST_S = 30;

/** A filter over the cells of every tag of a site; call it right after each fix. */
export function cellFilter(settings: FilterSettings, waysOf: (floor: PlacedFloor) => FloorWays) {
  const memories = new Map<string, Memory>();
  const scratch = newPosteriorScratch();
  let likelihood = new Float64Array(0);
  return (located: Located): Believed => {
    const { mac, fix, floor, model } = located;
    const { grid } = floor;
    const on = waysOf(floor);
    const walks = settings.knowsMotion ? located.walks : fix.moving;
    const from = performance.now();
    const was = memories.get(mac) ?? null;
    const kept = was?.floor === floor.id && !settings.forgets ? was : null;
    if (likelihood.length !== on.even.length) likelihood = new Float64Array(on.even.length);
    const trust = kept ? located.news * settings.trust[walks ? 0 : 1] : 1;
    likelihoodOf(grid, model.work.scratch, trust / (settings.isFlat ? located.widen ** 2 : 1), likelihood);
    const memory = kept ?? newMemory(located, was);
    const { belief } = memory;
    const origin = was && !settings.forgets ? on.arrivals : on.even;
    const cells = kept
      ? step(settings, on, kept, located.atMs, walks, likelihood)
      : weighBy(on.ways, belief, likelihood, 1, origin);
    memories.set(mac, memory);
    let place = placeOf(grid, belief);
    const cpuUs = 1000 * (performance.now() - from);
    if (walks) place = goneOn(place, located, settings.ahead);
    layBelief(floor, belief, settings.beside, scratch);
    const room = chooseRoom({ ...model, work: { ...model.work, scratch } }, floor, memory.room, 1);
    return { ...place, room: room?.id ?? null, cells, cpuUs, belief };
  };
}

/** A tag that is new on its floor; only the room last named is remembered. */
function newMemory({ floor, atMs }: Located, was: Memory | null): Memory {
  return { floor: floor.id, atMs, belief: newBelief(floor.grid), room: was?.room ?? newTrackerState().room };
}

/** Moves a belief on to the time of a fix and weighs it by the likelihood; returns the cells to keep. */
function step(
  settings: FilterSettings,
  { ways, even }: FloorWays,
  memory: Memory,
  atMs: number,
  walks: boolean,
  likelihood: Float64Array,
): number {
  const seconds = Math.min(MOST_S, Math.max(0, (atMs - memory.atMs) / 1000));
  memory.atMs = atMs;
  spread(ways, memory.belief, (walks ? settings.walksM2 : settings.stillM2) * seconds);
  return weighBy(ways, memory.belief, likelihood, 1 - Math.exp(-settings.anywhere * seconds), even);
}

/** Where a tag is by now that was at a place when its packets were sent, and goes on as the engine's own dot does. */
function goneOn(place: Point, { atMs, fix, floor, state }: Located, ahead: number): Point {
  const aheadS = (ahead * (atMs - fix.raw.atMs)) / 1000;
  const { vx, vy } = placeAt(state.filter, atMs);
  return ahead > 0 ? nearestOnFloor(floor.grid, place.x + vx * aheadS, place.y + vy * aheadS) : place;
}

/** How likely each cell makes the window just solved, 1 for the best, to the power of `trust`. */
function likelihoodOf(
  grid: FloorGrid,
  { coarse, fine, taken }: PosteriorScratch,
  trust: number,
  out: Float64Array,
): void {
  const { blockStart, blockCells, coarseCells, coarseX } = grid;
  const ignored = Math.exp(-IGNORED * trust);
  out.fill(0);
  let k = 0;
  for (let block = 0; block < coarseX.length; block++) {
    const byCell = taken[block] === BY_CELL;
    const sample =
      taken[block] === BY_SAMPLE ? Math.max(ignored, (coarse.cost[block]! / coarseCells[block]!) ** trust) : ignored;
    for (let at = blockStart[block]!; at < blockStart[block + 1]!; at++)
      out[blockCells[at]!] = byCell ? Math.max(ignored, fine.cost[k++]! ** trust) : sample;
  }
}

let blocks: BlockMass = newBlockMass(0);

/** The place to state for a belief, as the engine states one for its posterior. */
function placeOf(grid: FloorGrid, { mass, box }: CellBelief): Point {
  if (blocks.mass.length < mass.length) blocks = newBlockMass(mass.length);
  const place = { x: 0, y: 0 };
  let count = 0;
  for (let row = box.row0; row <= box.row1; row++)
    for (let column = box.column0; column <= box.column1; column++) {
      const p = mass[row * grid.columns + column]!;
      if (p === 0) continue;
      blocks.mass[count] = p;
      blocks.x[count] = p * cellX(grid, column);
      blocks.y[count] = p * cellY(grid, row);
      place.x += blocks.x[count]!;
      place.y += blocks.y[count++]!;
    }
  moveToLikely(blocks, count, 1, place);
  return nearestOnFloor(grid, place.x, place.y);
}

/** Writes a belief where the engine keeps its posterior, so that the engine's own code names the room. */
function layBelief(
  { grid, rooms }: PlacedFloor,
  { mass }: CellBelief,
  beside: number,
  scratch: PosteriorScratch,
): void {
  const { blockCells, coarseX } = grid;
  if (scratch.taken.length !== coarseX.length) scratch.taken = new Uint8Array(coarseX.length).fill(BY_CELL);
  if (scratch.fine.cost.length !== blockCells.length) scratch.fine.cost = new Float64Array(blockCells.length);
  for (let at = 0; at < blockCells.length; at++) {
    const cell = blockCells[at]!;
    const isBeside = rooms !== null && rooms.cells.start[cell] === rooms.cells.start[cell + 1];
    scratch.fine.cost[at] = mass[cell]! * (isBeside ? beside : 1);
  }
}

/** Where somebody who has just stepped out of a lift or off the stairs is by the time the engine has noticed it. */
export function arrivalsOn(ways: CellWays, isShaft: (x: number, y: number) => boolean): Float64Array {
  const even = evenly(ways);
  const { grid } = ways;
  const belief = newBelief(grid);
  let shafts = 0;
  for (let cell = 0; cell < belief.mass.length; cell++) {
    const column = cell % grid.columns;
    if (!grid.inside[cell] || !isShaft(cellX(grid, column), cellY(grid, (cell - column) / grid.columns))) continue;
    belief.mass[cell] = 1;
    shafts++;
  }
  if (shafts === 0) return even;
  spread(ways, belief, ARRIVED_M2);
  return even.map((share, cell) => (1 - FROM_SHAFT) * share + (FROM_SHAFT * belief.mass[cell]!) / shafts);
}
