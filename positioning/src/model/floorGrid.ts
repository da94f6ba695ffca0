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
 * The places where a tag may be on one floor: square cells over the outline's rectangle, and blocks of `stride` × `stride`
 * cells, whose middles find where cells are worth computing. Cells and blocks are numbered together: first all cells, row
 * by row, then the blocks that contain a cell of the floor.
 */
export interface FloorGrid {
  outline: Point[];
  /** Whether the outline has an area; else the grid is the rectangle around it. */
  drawn: boolean;
  extent: Extent;
  cellM: number;
  columns: number;
  rows: number;
  stride: number;
  /** 1 if the cell's centre is inside the outline. */
  inside: Uint8Array;
  /** The middle of each cell and of each block. */
  x: Float64Array;
  y: Float64Array;
  /** −2 log of its prior probability: 0 on a drawn floor, growing towards the edges of a guessed one. */
  cost: Float64Array;
  /** How many cells of the floor it stands for: 1, or those of the block. */
  size: Uint8Array;
  /** The block that each cell and each block is in, counted from 0. */
  block: Int32Array;
  /** The cells of the floor, block by block; block i's are `blockStart[i]` up to `blockStart[i + 1]`. */
  blockCells: Int32Array;
  blockStart: Int32Array;
  /** The sum of the blocks' prior probabilities, in cells. */
  mass: number;
}

/** Lays the grid over an outline; an outline without an area gives the rectangle around it, a single point one cell. */
export function layFloorGrid(ring: readonly Point[]): FloorGrid {
  const outline = ring.filter(isPlace);
  const around = extentOf(outline) ?? { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  const [width, height] = [around.maxX - around.minX, around.maxY - around.minY];
  const drawn = outline.length >= 3 && outlineArea(outline) > 1e-6;
  const areaM2 = drawn ? outlineArea(outline) : width * height;
  const cellM = Math.max(
    Math.min(MODEL.maxCellM, Math.max(MODEL.minCellM, Math.sqrt(areaM2 / MODEL.usualCells))),
    Math.sqrt((width * height) / MODEL.maxCells),
    Math.max(width, height) / MODEL.maxCells,
  );
  const columns = Math.max(1, Math.ceil(width / cellM - 1e-9));
  const rows = Math.max(1, Math.ceil(height / cellM - 1e-9));
  // The cells are centred on the rectangle, so that a mirrored or turned floor has mirrored or turned cells.
  const extent = {
    minX: (around.minX + around.maxX - columns * cellM) / 2,
    minY: (around.minY + around.maxY - rows * cellM) / 2,
    maxX: (around.minX + around.maxX + columns * cellM) / 2,
    maxY: (around.minY + around.maxY + rows * cellM) / 2,
  };
  const stride = columns * rows > 6000 ? 4 : columns * rows > 250 ? 3 : 1;
  const raster = { outline, drawn, extent, cellM, columns, rows, stride };
  const inside = cellsInside(raster);
  return { ...raster, inside, ...numberPlaces(raster, inside) };
}

type Raster = Pick<FloorGrid, "outline" | "drawn" | "extent" | "cellM" | "columns" | "rows" | "stride">;

export function cellX({ extent, cellM }: Raster, column: number): number {
  return extent.minX + (column + 0.5) * cellM;
}

export function cellY({ extent, cellM }: Raster, row: number): number {
  return extent.minY + (row + 0.5) * cellM;
}

function cellsInside(raster: Raster): Uint8Array {
  const { columns, rows } = raster;
  const inside = Uint8Array.from({ length: columns * rows }, (_, cell) =>
    isOnFloor(raster, cellX(raster, cell % columns), cellY(raster, Math.floor(cell / columns))) ? 1 : 0,
  );
  // A floor thinner than a cell still has to be somewhere.
  return inside.includes(1) ? inside : inside.fill(1);
}

type NumberedPlaces = Omit<FloorGrid, keyof Raster | "inside">;

function numberPlaces(raster: Raster, inside: Uint8Array): NumberedPlaces {
  const { extent, cellM, columns, rows, stride } = raster;
  const x = Array.from(inside, (_, cell) => cellX(raster, cell % columns));
  const y = Array.from(inside, (_, cell) => cellY(raster, Math.floor(cell / columns)));
  const block = Array.from(inside, () => 0);
  const blockCells: number[] = [];
  const blockStart = [0];
  for (let row = 0; row < rows; row += stride)
    for (let column = 0; column < columns; column += stride) {
      const cells = cellsOf(raster, column, row).filter((cell) => inside[cell]);
      if (cells.length === 0) continue;
      const nth = blockStart.length - 1;
      for (const cell of cells) block[cell] = nth;
      block.push(nth);
      x.push(extent.minX + (column + stride / 2) * cellM);
      y.push(extent.minY + (row + stride / 2) * cellM);
      blockCells.push(...cells);
      blockStart.push(blockCells.length);
    }
  return {
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    cost: new Float64Array(x.length),
    size: Uint8Array.from(x, (_, at) => {
      const nth = at - inside.length;
      return nth < 0 ? 1 : blockStart[nth + 1]! - blockStart[nth]!;
    }),
    block: Int32Array.from(block),
    blockCells: Int32Array.from(blockCells),
    blockStart: Int32Array.from(blockStart),
    mass: blockCells.length,
  };
}

/** The cells of the raster in the block that begins there. */
function cellsOf({ columns, rows, stride }: Raster, column0: number, row0: number): number[] {
  const cells: number[] = [];
  for (let row = row0; row < Math.min(rows, row0 + stride); row++)
    for (let column = column0; column < Math.min(columns, column0 + stride); column++)
      cells.push(row * columns + column);
  return cells;
}

/** The number of the cell that contains a point; −1 if it is outside the grid. */
export function cellAt({ extent, cellM, columns, rows }: FloorGrid, x: number, y: number): number {
  const column = Math.floor((x - extent.minX) / cellM);
  const row = Math.floor((y - extent.minY) / cellM);
  const within = column >= 0 && column < columns && row >= 0 && row < rows;
  return within ? row * columns + column : -1;
}

/** The point itself if it is on the floor, else the centre of the nearest cell that is. */
export function nearestOnFloor(grid: FloorGrid, x: number, y: number): Point {
  if (cellAt(grid, x, y) >= 0 && isOnFloor(grid, x, y)) return { x, y };
  const cell = nearestCell(grid, x, y);
  return { x: grid.x[cell]!, y: grid.y[cell]! };
}

/** The cell of the floor whose centre is nearest. */
export function nearestCell(grid: FloorGrid, x: number, y: number): number {
  let nearest = 0;
  let leastM2 = Infinity;
  for (let cell = 0; cell < grid.inside.length; cell++) {
    const m2 = (grid.x[cell]! - x) ** 2 + (grid.y[cell]! - y) ** 2;
    if (!grid.inside[cell] || m2 >= leastM2) continue;
    nearest = cell;
    leastM2 = m2;
  }
  return nearest;
}

/** Whether the point is inside the floor's drawn outline; without one every point is. */
export function isOnFloor({ drawn, outline }: Pick<FloorGrid, "drawn" | "outline">, x: number, y: number): boolean {
  return !drawn || outlineContains(outline, x, y);
}

/** Makes places outside the likely area less likely the farther out they are. */
export function fadeOutside(grid: FloorGrid, { likely, fades, along }: GuessedFloor): void {
  for (let at = 0; at < grid.cost.length; at++) {
    const { x, y } = turnedTo(along, { x: grid.x[at]!, y: grid.y[at]! });
    grid.cost[at] =
      fadeCost(fades.minX, likely.minX - x) +
      fadeCost(fades.maxX, x - likely.maxX) +
      fadeCost(fades.minY, likely.minY - y) +
      fadeCost(fades.maxY, y - likely.maxY);
  }
  grid.mass = 0;
  for (let at = grid.inside.length; at < grid.cost.length; at++)
    grid.mass += grid.size[at]! * Math.exp(-0.5 * grid.cost[at]!);
}
