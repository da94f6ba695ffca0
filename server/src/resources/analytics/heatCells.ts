import { type LocalFrame, localFrame } from "@pulse/geo/localFrame";
import type { LatLon } from "@pulse/geo/latLon";

/** The edge of a cell. */
export const cellM = 1;
/** More cells than these are too many to draw and to send, so cells are merged. */
const maxCells = 60_000;
const cellBytes = 8;
const half = 0x8000;

/** Seconds by cell; a cell is named by its column and row from the origin, in one number. */
export type Cells = Map<number, number>;

const nameOf = (column: number, row: number): number => (column + half) * 2 * half + row + half;
const columnOf = (name: number): number => Math.floor(name / (2 * half)) - half;
const rowOf = (name: number): number => (name % (2 * half)) - half;

/** Where the cells of a floor are. */
export interface CellGrid {
  frame: LocalFrame;
}

export const cellGrid = (origin: LatLon): CellGrid => ({ frame: localFrame(origin) });

/** The cell of a place; null: it is more than 32 km away, so that it cannot be on this floor. */
export function cellAt({ frame }: CellGrid, at: LatLon): number | null {
  const { x, y } = frame.toLocal(at);
  const [column, row] = [Math.floor(x / cellM), Math.floor(y / cellM)];
  return Math.abs(column) < half && Math.abs(row) < half ? nameOf(column, row) : null;
}

/** Column and row as 16 bits and seconds as 32, little endian. */
export function packCells(cells: Cells): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(cells.size * cellBytes));
  let at = 0;
  for (const [name, seconds] of cells) {
    bytes.setInt16(at, columnOf(name), true);
    bytes.setInt16(at + 2, rowOf(name), true);
    bytes.setFloat32(at + 4, seconds, true);
    at += cellBytes;
  }
  return new Uint8Array(bytes.buffer);
}

/** Adds packed cells to `sums`. */
export function addPacked(sums: Cells, packed: Uint8Array): void {
  const bytes = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  for (let at = 0; at + cellBytes <= bytes.byteLength; at += cellBytes)
    addCell(sums, nameOf(bytes.getInt16(at, true), bytes.getInt16(at + 2, true)), bytes.getFloat32(at + 4, true));
}

export function addCell(sums: Cells, name: number, seconds: number): void {
  sums.set(name, (sums.get(name) ?? 0) + seconds);
}

/** The smallest rectangle that contains these cells, with cells of 2, 4 … m if there would be too many. */
export function rectangleOf(
  { frame }: CellGrid,
  cells: Cells,
): { cellM: number; origin: LatLon; columns: number; rows: number; seconds: number[] } {
  if (cells.size === 0) return { cellM, origin: frame.origin, columns: 0, rows: 0, seconds: [] };
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const name of cells.keys()) {
    const [column, row] = [columnOf(name), rowOf(name)];
    [west, south] = [Math.min(west, column), Math.min(south, row)];
    [east, north] = [Math.max(east, column), Math.max(north, row)];
  }
  let step = 1;
  const across = (from: number, to: number): number => Math.ceil((to - from + 1) / step);
  while (across(west, east) * across(south, north) > maxCells) step *= 2;
  const [columns, rows] = [across(west, east), across(south, north)];
  const seconds = Array.from({ length: columns * rows }, () => 0);
  for (const [name, value] of cells) {
    const at = Math.floor((rowOf(name) - south) / step) * columns + Math.floor((columnOf(name) - west) / step);
    seconds[at]! += value;
  }
  return {
    cellM: cellM * step,
    origin: frame.toLatLon({ x: west * cellM, y: south * cellM }),
    columns,
    rows,
    seconds: seconds.map((value) => Math.round(value * 10) / 10),
  };
}
