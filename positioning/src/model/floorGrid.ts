import {
  extentOf,
  fadeCost,
  type GuessedFloor,
  isPlace,
  outlineArea,
  outlineContains,
  turnedTo,
  type Extent,
  type Point,
} from "./outline.ts";
import { MODEL } from "./modelConstants.ts";

/**
 * The places where a tag may be on one floor: square cells over the outline's rectangle, masked outside the outline,
 * and a coarser raster over the same rectangle that finds where the fine one is worth computing.
 */
export interface FloorGrid {
  outline: Point[];
  /** Whether the outline has an area; else the grid is the rectangle around it. */
  drawn: boolean;
  extent: Extent;
  cellM: number;
  columns: number;
  rows: number;
  /** 1 if the cell's centre is inside the outline. */
  inside: Uint8Array;
  /** Coarse raster: one sample for each block of `stride` × `stride` cells that touches the outline. */
  stride: number;
  coarseX: Float64Array;
  coarseY: Float64Array;
  /** The block's column and row in units of blocks. */
  coarseColumn: Int32Array;
  coarseRow: Int32Array;
  /** −2 log of a place's prior probability: 0 on a drawn floor, growing towards the edges of a guessed one. */
  cost: Float64Array;
  coarseCost: Float64Array;
  /** The sum of the prior probabilities of the coarse raster, in cells. */
  coarseMass: number;
  /** How many of a block's cells are inside the outline. */
  coarseCells: Int32Array;
  /** Those cells, block by block, with their centres; block i's are `blockStart[i]` up to `blockStart[i + 1]`. */
  blockStart: Int32Array;
  blockCells: Int32Array;
  blockX: Float64Array;
  blockY: Float64Array;
}

/** Lays the grid over an outline; an outline without an area gives the rectangle around it, a single point one cell. */
export function layFloorGrid(outline: readonly Point[]): FloorGrid {
  const ring = outline.filter(isPlace);
  const extent = extentOf(ring) ?? { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  const width = extent.maxX - extent.minX;
  const height = extent.maxY - extent.minY;
  const drawn = ring.length >= 3 && outlineArea(ring) > 1e-6;
  const areaM2 = drawn ? outlineArea(ring) : width * height;
  const wished = Math.min(MODEL.maxCellM, Math.max(MODEL.minCellM, Math.sqrt(areaM2 / MODEL.usualCells)));
  const cellM = Math.max(
    wished,
    Math.sqrt((width * height) / MODEL.maxCells),
    Math.max(width, height) / MODEL.maxCells,
  );
  const columns = Math.max(1, Math.ceil(width / cellM - 1e-9));
  const rows = Math.max(1, Math.ceil(height / cellM - 1e-9));
  const grid: FloorGrid = {
    outline: ring,
    drawn,
    // The cells are centred on the rectangle, so that a mirrored or turned floor has mirrored or turned cells.
    extent: {
      minX: (extent.minX + extent.maxX - columns * cellM) / 2,
      minY: (extent.minY + extent.maxY - rows * cellM) / 2,
      maxX: (extent.minX + extent.maxX + columns * cellM) / 2,
      maxY: (extent.minY + extent.maxY + rows * cellM) / 2,
    },
    cellM,
    columns,
    rows,
    inside: new Uint8Array(columns * rows),
    stride: columns * rows > 6000 ? 4 : columns * rows > 250 ? 3 : 1,
    coarseX: new Float64Array(0),
    coarseY: new Float64Array(0),
    coarseColumn: new Int32Array(0),
    coarseRow: new Int32Array(0),
    cost: new Float64Array(columns * rows),
    coarseCost: new Float64Array(0),
    coarseMass: 0,
    coarseCells: new Int32Array(0),
    blockStart: new Int32Array(0),
    blockCells: new Int32Array(0),
    blockX: new Float64Array(0),
    blockY: new Float64Array(0),
  };
  mask(grid);
  layCoarse(grid);
  return grid;
}

export function cellX(grid: FloorGrid, column: number): number {
  return grid.extent.minX + (column + 0.5) * grid.cellM;
}

export function cellY(grid: FloorGrid, row: number): number {
  return grid.extent.minY + (row + 0.5) * grid.cellM;
}

/** The number of the cell that contains a point; −1 if it is outside the grid. */
export function cellAt(grid: FloorGrid, x: number, y: number): number {
  const column = Math.floor((x - grid.extent.minX) / grid.cellM);
  const row = Math.floor((y - grid.extent.minY) / grid.cellM);
  const within = column >= 0 && column < grid.columns && row >= 0 && row < grid.rows;
  return within ? row * grid.columns + column : -1;
}

/** The point itself if it is on the floor, else the centre of the nearest cell that is. */
export function nearestOnFloor(grid: FloorGrid, x: number, y: number): Point {
  if (cellAt(grid, x, y) >= 0 && isOnFloor(grid, x, y)) return { x, y };
  const cell = nearestCell(grid, x, y);
  return { x: cellX(grid, cell % grid.columns), y: cellY(grid, Math.floor(cell / grid.columns)) };
}

/** The cell of the floor whose centre is nearest. */
export function nearestCell(grid: FloorGrid, x: number, y: number): number {
  let best = 0;
  let bestD = Infinity;
  for (let r = 0; r < grid.rows; r++) {
    for (let c = 0; c < grid.columns; c++) {
      if (!grid.inside[r * grid.columns + c]) continue;
      const d = (cellX(grid, c) - x) ** 2 + (cellY(grid, r) - y) ** 2;
      if (d < bestD) {
        bestD = d;
        best = r * grid.columns + c;
      }
    }
  }
  return best;
}

/** Whether the point is inside the floor's drawn outline; without one every point is. */
export function isOnFloor(grid: FloorGrid, x: number, y: number): boolean {
  return !grid.drawn || outlineContains(grid.outline, x, y);
}

function mask(grid: FloorGrid): void {
  let any = false;
  for (let row = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++) {
      const inside = !grid.drawn || outlineContains(grid.outline, cellX(grid, column), cellY(grid, row));
      grid.inside[row * grid.columns + column] = inside ? 1 : 0;
      any ||= inside;
    }
  }
  // A floor thinner than a cell still has to be somewhere.
  if (!any) grid.inside.fill(1);
}

function layCoarse(grid: FloorGrid): void {
  const starts = [0];
  const cells: number[] = [];
  const xs: number[] = [];
  const ys: number[] = [];
  const columns: number[] = [];
  const rows: number[] = [];
  const { stride } = grid;
  for (let row = 0; row * stride < grid.rows; row++) {
    for (let column = 0; column * stride < grid.columns; column++) {
      const inside = cellsInside(grid, column * stride, row * stride);
      if (inside.length === 0) continue;
      cells.push(...inside);
      starts.push(cells.length);
      xs.push(grid.extent.minX + (column + 0.5) * stride * grid.cellM);
      ys.push(grid.extent.minY + (row + 0.5) * stride * grid.cellM);
      columns.push(column);
      rows.push(row);
    }
  }
  grid.blockStart = Int32Array.from(starts);
  grid.blockCells = Int32Array.from(cells);
  grid.blockX = Float64Array.from(cells, (cell) => cellX(grid, cell % grid.columns));
  grid.blockY = Float64Array.from(cells, (cell) => cellY(grid, Math.floor(cell / grid.columns)));
  grid.coarseCells = Int32Array.from(xs, (_, i) => starts[i + 1]! - starts[i]!);
  grid.coarseX = Float64Array.from(xs);
  grid.coarseY = Float64Array.from(ys);
  grid.coarseColumn = Int32Array.from(columns);
  grid.coarseRow = Int32Array.from(rows);
  grid.coarseCost = new Float64Array(xs.length);
  grid.coarseMass = cells.length;
}

function cellsInside(grid: FloorGrid, column0: number, row0: number): number[] {
  const cells: number[] = [];
  for (let row = row0; row < Math.min(grid.rows, row0 + grid.stride); row++) {
    for (let column = column0; column < Math.min(grid.columns, column0 + grid.stride); column++) {
      const cell = row * grid.columns + column;
      if (grid.inside[cell]) cells.push(cell);
    }
  }
  return cells;
}

/** Makes places outside the likely area less likely the farther out they are. */
export function fadeOutside(grid: FloorGrid, { likely, fades, along }: GuessedFloor): void {
  const cost = (siteX: number, siteY: number): number => {
    const { x, y } = turnedTo(along, { x: siteX, y: siteY });
    return (
      fadeCost(fades.minX, likely.minX - x) +
      fadeCost(fades.maxX, x - likely.maxX) +
      fadeCost(fades.minY, likely.minY - y) +
      fadeCost(fades.maxY, y - likely.maxY)
    );
  };
  for (let cell = 0; cell < grid.cost.length; cell++) {
    grid.cost[cell] = cost(cellX(grid, cell % grid.columns), cellY(grid, Math.floor(cell / grid.columns)));
  }
  grid.coarseMass = 0;
  for (let i = 0; i < grid.coarseCost.length; i++) {
    grid.coarseCost[i] = cost(grid.coarseX[i]!, grid.coarseY[i]!);
    grid.coarseMass += grid.coarseCells[i]! * Math.exp(-0.5 * grid.coarseCost[i]!);
  }
}
