import type { Point } from "@pulse/geo/localFrame";
import type { WalkGrid } from "./walkGrid.ts";

/** A part of a grid around two places: `marginCells` more on each side. Searching it takes less than the whole floor. */
export function gridWindow(grid: WalkGrid, a: Point, b: Point, marginCells: number): WalkGrid {
  const at = ({ x, y }: Point): [column: number, row: number] => {
    const cell = grid.cellAt({ x, y });
    return [cell % grid.columns, Math.floor(cell / grid.columns)];
  };
  const [[ax, ay], [bx, by]] = [at(a), at(b)];
  const left = Math.max(0, Math.min(ax, bx) - marginCells);
  const top = Math.max(0, Math.min(ay, by) - marginCells);
  const columns = Math.min(grid.columns - 1, Math.max(ax, bx) + marginCells) - left + 1;
  const rows = Math.min(grid.rows - 1, Math.max(ay, by) + marginCells) - top + 1;
  const blocked = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    const from = (top + row) * grid.columns + left;
    blocked.set(grid.blocked.subarray(from, from + columns), row * columns);
  }
  const outer = (cell: number): number => (top + Math.floor(cell / columns)) * grid.columns + left + (cell % columns);
  return {
    columns,
    rows,
    blocked,
    middleOf: (cell) => grid.middleOf(outer(cell)),
    cellAt: (place) => {
      const [column, row] = at(place);
      return (row - top) * columns + (column - left);
    },
  };
}
