import type { Point } from "@pulse/geo/localFrame";

/** The side of a cell, m: half a door. */
const finestM = 0.4;
/** At most as many cells as a phone can search in a moment; larger floors get larger cells. */
const maxCells = 120_000;
/** Cells larger than this would close every door. */
const coarsestM = 1;
const marginM = 3;

export type Segment = readonly [Point, Point];

/** Where people can walk on a floor, cell by cell. */
export interface WalkGrid {
  columns: number;
  rows: number;
  /** By cell, 1 where there is a wall. */
  blocked: Uint8Array;
  /** The cell that contains a place. */
  cellAt(at: Point): number;
  middleOf(cell: number): Point;
}

/** The grid of a floor around its drawing and `places`; null if that is too large for a grid. */
export function walkGrid(
  walls: readonly Segment[],
  doors: readonly Segment[],
  places: readonly Point[],
): WalkGrid | null {
  const all = [...walls.flat(), ...places];
  const min = { x: Math.min(...all.map(({ x }) => x)) - marginM, y: Math.min(...all.map(({ y }) => y)) - marginM };
  const max = { x: Math.max(...all.map(({ x }) => x)) + marginM, y: Math.max(...all.map(({ y }) => y)) + marginM };
  const cellM = Math.max(finestM, Math.sqrt(((max.x - min.x) * (max.y - min.y)) / maxCells));
  if (cellM > coarsestM) return null;
  const columns = Math.ceil((max.x - min.x) / cellM) + 1;
  const rows = Math.ceil((max.y - min.y) / cellM) + 1;
  const blocked = new Uint8Array(columns * rows);
  const middleOf = (cell: number): Point => ({
    x: min.x + (cell % columns) * cellM,
    y: min.y + Math.floor(cell / columns) * cellM,
  });
  // No step between two free cells, not even a diagonal one, passes through a wall of this thickness.
  const thickM = cellM * 0.75;
  const near = ([a, b]: Segment, set: 0 | 1): void => {
    const from = {
      column: (Math.min(a.x, b.x) - thickM - min.x) / cellM,
      row: (Math.min(a.y, b.y) - thickM - min.y) / cellM,
    };
    const to = {
      column: (Math.max(a.x, b.x) + thickM - min.x) / cellM,
      row: (Math.max(a.y, b.y) + thickM - min.y) / cellM,
    };
    for (let row = Math.max(0, Math.ceil(from.row)); row <= Math.min(rows - 1, to.row); row++)
      for (let column = Math.max(0, Math.ceil(from.column)); column <= Math.min(columns - 1, to.column); column++) {
        const cell = row * columns + column;
        if (distanceToSegment(middleOf(cell), a, b) <= thickM) blocked[cell] = set;
      }
  };
  for (const wall of walls) near(wall, 1);
  // Without the door's ends: a door beside a corner must not open the adjoining wall.
  for (const door of doors) near(shortened(door, thickM), 0);
  return {
    columns,
    rows,
    blocked,
    middleOf,
    cellAt: ({ x, y }) => Math.round((y - min.y) / cellM) * columns + Math.round((x - min.x) / cellM),
  };
}

/** How far a place is from a segment. */
function distanceToSegment(at: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length2 = dx * dx + dy * dy;
  const share = length2 === 0 ? 0 : Math.min(1, Math.max(0, ((at.x - a.x) * dx + (at.y - a.y) * dy) / length2));
  return Math.hypot(at.x - a.x - share * dx, at.y - a.y - share * dy);
}

function shortened([a, b]: Segment, byM: number): Segment {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const share = length === 0 ? 0 : Math.min(byM / length, 0.45);
  const at = (part: number): Point => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part });
  return [at(share), at(1 - share)];
}
