import { extentOf, isPlace, type Point } from "./outline.ts";
import { MODEL } from "./modelConstants.ts";

/** A wall as it is drawn on a floor: a line in the site's frame, metres, and how much weaker a signal is behind it. */
export interface Wall {
  floor: string;
  points: Point[];
  /** dB; null: not known. */
  lossDb: number | null;
}

/** The pieces of a floor's walls, indexed by the squares of a raster that they touch. */
export interface WallIndex {
  /** x and y of both ends of each piece, in turn, m. */
  ends: Float64Array;
  lossDb: Float64Array;
  minX: number;
  minY: number;
  squareM: number;
  columns: number;
  rows: number;
  /** Square s is touched by `pieces[start[s]]` up to `pieces[start[s + 1]]`. */
  start: Int32Array;
  pieces: Int32Array;
  /** The last line that each piece was tested against, since a piece touches several squares. */
  tried: Int32Array;
  lines: number;
}

/** In squares: margin for rounding. */
const margin = 1e-6;

/** Null: there are no walls. */
export function indexWalls(walls: readonly Wall[]): WallIndex | null {
  const ends: number[] = [];
  const lossDb: number[] = [];
  for (const { points, lossDb: given } of walls) {
    const loss = given === null || !(given >= 0) ? MODEL.wallDb : given;
    const line = points.filter(isPlace);
    if (loss === 0) continue;
    line.slice(1).forEach((b, i) => {
      const a = line[i]!;
      ends.push(a.x, a.y, b.x, b.y);
      lossDb.push(loss);
    });
  }
  const extent = extentOf(walls.flatMap(({ points }) => points));
  if (!extent || lossDb.length === 0) return null;
  const width = extent.maxX - extent.minX;
  const height = extent.maxY - extent.minY;
  const squareM = Math.max(MODEL.maxCellM, Math.max(width, height) / MODEL.wallSquares);
  const index: WallIndex = {
    ends: Float64Array.from(ends),
    lossDb: Float64Array.from(lossDb),
    minX: extent.minX,
    minY: extent.minY,
    squareM,
    columns: Math.floor(width / squareM) + 1,
    rows: Math.floor(height / squareM) + 1,
    start: new Int32Array(0),
    pieces: new Int32Array(0),
    tried: new Int32Array(lossDb.length),
    lines: 0,
  };
  layPieces(index);
  return index;
}

/**
 * Loss of the walls between two places, dB, if nothing is known but how they are drawn: each its stated loss or a usual
 * 3, together at most 6 (the multi-wall model of COST 231, section 4.7.2, limited to what many walls really take).
 */
export function wallLossDb(index: WallIndex, ax: number, ay: number, bx: number, by: number): number {
  index.lines += 1;
  let lossDb = 0;
  alongSquares(index, ax, ay, bx, by, (square) => {
    for (let at = index.start[square]!; at < index.start[square + 1]!; at++) {
      const piece = index.pieces[at]!;
      if (index.tried[piece] === index.lines) continue;
      index.tried[piece] = index.lines;
      if (meets(index.ends, 4 * piece, ax, ay, bx, by)) lossDb += index.lossDb[piece]!;
    }
    return lossDb < MODEL.maxWallsDb;
  });
  return Math.min(MODEL.maxWallsDb, lossDb);
}

/** Whether a piece and a line cross; the piece's first end counts and its second does not, so that a corner counts once. */
function meets(ends: Float64Array, at: number, ax: number, ay: number, bx: number, by: number): boolean {
  const [px, py, qx, qy] = [ends[at]!, ends[at + 1]!, ends[at + 2]!, ends[at + 3]!];
  const sideOf = (x: number, y: number): number => (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  if (sideOf(px, py) >= 0 === sideOf(qx, qy) >= 0) return false;
  const wallSide = (x: number, y: number): number => (qx - px) * (y - py) - (qy - py) * (x - px);
  return wallSide(ax, ay) >= 0 !== wallSide(bx, by) >= 0;
}

function layPieces(index: WallIndex): void {
  const { ends, lossDb, columns, rows } = index;
  const touching: number[][] = Array.from({ length: columns * rows }, () => []);
  for (let piece = 0; piece < lossDb.length; piece++) {
    const at = 4 * piece;
    alongSquares(index, ends[at]!, ends[at + 1]!, ends[at + 2]!, ends[at + 3]!, (square) => {
      touching[square]!.push(piece);
      return true;
    });
  }
  index.start = new Int32Array(columns * rows + 1);
  touching.forEach((list, square) => (index.start[square + 1] = index.start[square]! + list.length));
  index.pieces = Int32Array.from(touching.flat());
}

/**
 * Visits the squares of the raster that a line touches, column by column, with a column to spare on either side and a
 * margin above and below: rounding must not lose a wall. `visit` returns false to stop.
 */
function alongSquares(
  { minX, minY, squareM, columns, rows }: WallIndex,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  visit: (square: number) => boolean,
): void {
  const [x0, y0, x1, y1] = [(ax - minX) / squareM, (ay - minY) / squareM, (bx - minX) / squareM, (by - minY) / squareM];
  const min = Math.max(0, Math.floor(Math.min(x0, x1)) - 1);
  const max = Math.min(columns - 1, Math.floor(Math.max(x0, x1)) + 1);
  for (let column = min; column <= max; column++) {
    // The part of the line over this column, and a little beyond its edges.
    const [from, to] = [heightAt(x0, y0, x1, y1, column - margin), heightAt(x0, y0, x1, y1, column + 1 + margin)];
    const bottom = Math.max(0, Math.floor(Math.min(from, to) - margin));
    const top = Math.min(rows - 1, Math.floor(Math.max(from, to) + margin));
    for (let row = bottom; row <= top; row++) if (!visit(row * columns + column)) return;
  }
}

/** The height of a line at x, limited to its ends; for an upright line one end left of it, the other right of it. */
function heightAt(x0: number, y0: number, x1: number, y1: number, x: number): number {
  if (Math.abs(x1 - x0) < 1e-9) return x <= Math.min(x0, x1) ? y0 : y1;
  const share = Math.min(1, Math.max(0, (x - x0) / (x1 - x0)));
  return y0 + share * (y1 - y0);
}
