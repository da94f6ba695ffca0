/** Finds points near a place with a grid of cells in two arrays: quick to refill several times a second. */
export function pointGrid(cellPx: number, count: number) {
  let size = 64;
  while (size < count) size *= 2;
  const first = new Int32Array(size).fill(-1);
  const next = new Int32Array(count).fill(-1);
  // Cells with the same hash share a bucket, so the caller must compare distances itself.
  const bucket = (column: number, row: number): number => ((column * 73_856_093) ^ (row * 19_349_663)) & (size - 1);

  return {
    add(point: number, x: number, y: number): void {
      const at = bucket(Math.floor(x / cellPx), Math.floor(y / cellPx));
      next[point] = first[at]!;
      first[at] = point;
    },
    /** The first point at most `reachPx` away in x and y for which `visit` is true, or -1. Later points are tried first. */
    find(x: number, y: number, reachPx: number, visit: (point: number) => boolean): number {
      const [left, right] = [Math.floor((x - reachPx) / cellPx), Math.floor((x + reachPx) / cellPx)];
      const [top, bottom] = [Math.floor((y - reachPx) / cellPx), Math.floor((y + reachPx) / cellPx)];
      for (let column = left; column <= right; column++)
        for (let row = top; row <= bottom; row++)
          for (let point = first[bucket(column, row)]!; point !== -1; point = next[point]!)
            if (visit(point)) return point;
      return -1;
    },
  };
}
