import type { FloorGrid } from "./floorGrid.ts";
import { extentOf, outlineContains, type Point } from "./outline.ts";
import { nestingOf } from "./nesting.ts";
import { outsideM } from "./strayAnchors.ts";
import { MODEL } from "./modelConstants.ts";

/** A polygon on a floor, in the site's frame, metres: a room, a fence. */
export interface Area {
  id: string;
  floor: string;
  outline: Point[];
}

/**
 * The areas that each cell and each block of a floor's grid is in, with the share of it. Areas may overlap. Those of the
 * cell or block at i are `start[i]` up to `start[i + 1]`.
 */
export interface AreaIndex {
  ids: string[];
  outlines: readonly Point[][];
  /** The number of the smallest area that each area lies in; −1: none. */
  within: Int32Array;
  start: Int32Array;
  area: Int32Array;
  share: Float32Array;
}

/** Whether areas make up the floor, so that a tag is in one of them: most of its gateways are in or beside them. */
export function holdGateways(areas: readonly Area[], gateways: readonly Point[]): boolean {
  const held = gateways.filter((gateway) => areas.some(({ outline }) => outsideM(outline, gateway) <= MODEL.drawnM));
  return gateways.length > 0 && held.length >= MODEL.areaGateways * gateways.length;
}

/** Lays areas over a floor's grid. */
export function indexAreas(grid: FloorGrid, areas: readonly Area[]): AreaIndex {
  const byCell: AreaShare[][] = Array.from(grid.inside, () => []);
  areas.forEach(({ outline }, area) => layArea(grid, outline, area, byCell));
  const byBlock = Array.from({ length: grid.blockStart.length - 1 }, (_, block) => blockOf(grid, block, byCell));
  const lists = [...byCell, ...byBlock];
  const start = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => (start[i + 1] = start[i]! + list.length));
  const flat = lists.flat();
  return {
    ids: areas.map(({ id }) => id),
    outlines: areas.map(({ outline }) => outline),
    within: nestingOf(areas.map(({ outline }) => outline)),
    start,
    area: Int32Array.from(flat, ({ area }) => area),
    share: Float32Array.from(flat, ({ share }) => share),
  };
}

interface AreaShare {
  area: number;
  share: number;
}

/**
 * Adds its part of a probability to each area that contains some of a cell or block; returns what is in none of them.
 * @param out one number for each area
 */
export function addToAreas({ start, area, share }: AreaIndex, at: number, p: number, out: Float64Array): number {
  let none = 1;
  for (let i = start[at]!; i < start[at + 1]!; i++) {
    out[area[i]!]! += p * share[i]!;
    none -= share[i]!;
  }
  return p * Math.max(0, none);
}

function layArea(grid: FloorGrid, outline: readonly Point[], area: number, byCell: AreaShare[][]): void {
  const extent = extentOf(outline);
  if (!extent) return;
  const { cellM, columns, rows } = grid;
  const from = (m: number, min: number): number => Math.max(0, Math.floor((m - min) / cellM));
  const to = (m: number, min: number, count: number): number => Math.min(count - 1, Math.floor((m - min) / cellM));
  const lastRow = to(extent.maxY, grid.extent.minY, rows);
  const lastColumn = to(extent.maxX, grid.extent.minX, columns);
  for (let row = from(extent.minY, grid.extent.minY); row <= lastRow; row++) {
    for (let column = from(extent.minX, grid.extent.minX); column <= lastColumn; column++) {
      const cell = row * columns + column;
      const share = shareInside(grid, outline, grid.x[cell]!, grid.y[cell]!);
      if (share > 0) byCell[cell]!.push({ area, share });
    }
  }
}

/** The share of the cell, as far as the floor reaches, that is inside. */
function shareInside(
  { outline: floor, drawn, cellM }: FloorGrid,
  outline: readonly Point[],
  x: number,
  y: number,
): number {
  let inside = 0;
  let onFloor = 0;
  for (let i = 0; i < MODEL.areaPoints; i++) {
    for (let j = 0; j < MODEL.areaPoints; j++) {
      const dx = ((i + 0.5) / MODEL.areaPoints - 0.5) * cellM;
      const dy = ((j + 0.5) / MODEL.areaPoints - 0.5) * cellM;
      if (drawn && !outlineContains(floor, x + dx, y + dy)) continue;
      onFloor++;
      if (outlineContains(outline, x + dx, y + dy)) inside++;
    }
  }
  return inside / Math.max(1, onFloor);
}

/** The mean over the block's cells, which share the probability of its one sample. */
function blockOf({ blockStart, blockCells }: FloorGrid, block: number, byCell: readonly AreaShare[][]): AreaShare[] {
  const sums = new Map<number, number>();
  const [from, to] = [blockStart[block]!, blockStart[block + 1]!];
  for (let at = from; at < to; at++)
    for (const { area, share } of byCell[blockCells[at]!]!) sums.set(area, (sums.get(area) ?? 0) + share / (to - from));
  return [...sums].map(([area, share]) => ({ area, share }));
}
