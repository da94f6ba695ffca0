import type { Point } from "@pulse/geo/localFrame";
import { signedAreaM2 } from "@pulse/geo/polygon";
import type { WallLine } from "./WallLine.ts";

/** The widest doorway, m: a wider gap joins two rooms. */
const doorwayM = 1.5;
/** Walls nearer than this are one for the areas between them, m. */
const sameM = 0.15;
/** The smallest room, a toilet cabin, m². Anything smaller is a shaft or the inside of a wall. */
const smallestM2 = 1;
/** The narrowest room, m: as wide as a door. */
const narrowestM = 0.7;

type Span = readonly [from: number, to: number];

/**
 * The areas that walls along the plan's edges enclose, the largest first, each by its corners. Doorways are closed. The walls'
 * own places divide the plan into cells; cells without a wall between them are one area.
 */
export function closedAreas(lines: readonly WallLine[]): Point[][] {
  const across = lines.filter(({ a, b }) => Math.abs(b.x - a.x) >= Math.abs(b.y - a.y));
  const down = lines.filter((line) => !across.includes(line));
  const [xs, ys] = [places(down.map(({ a }) => a.x)), places(across.map(({ a }) => a.y))];
  const walls = {
    /** What stands along each x, and along each y. */
    down: xs.map((x) => bridged(down.filter(({ a }) => near(xs, a.x) === x).map(({ a, b }): Span => [a.y, b.y]))),
    across: ys.map((y) => bridged(across.filter(({ a }) => near(ys, a.y) === y).map(({ a, b }): Span => [a.x, b.x]))),
  };
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  if (columns < 1 || rows < 1) return [];
  const areaOf = new Map<number, number[]>();
  const visited = new Set<number>();
  for (let start = 0; start < columns * rows; start++) {
    if (visited.has(start)) continue;
    const cells = [start];
    visited.add(start);
    let isOpen = false;
    for (const cell of cells) {
      const [column, row] = [cell % columns, Math.floor(cell / columns)];
      const [width, height]: [Span, Span] = [
        [xs[column]!, xs[column + 1]!],
        [ys[row]!, ys[row + 1]!],
      ];
      const neighbours: readonly [isWalled: boolean, column: number, row: number][] = [
        [isWalled(walls.down[column]!, height), column - 1, row],
        [isWalled(walls.down[column + 1]!, height), column + 1, row],
        [isWalled(walls.across[row]!, width), column, row - 1],
        [isWalled(walls.across[row + 1]!, width), column, row + 1],
      ];
      for (const [hasWall, toColumn, toRow] of neighbours) {
        if (hasWall) continue;
        const isOutside = toColumn < 0 || toRow < 0 || toColumn >= columns || toRow >= rows;
        isOpen ||= isOutside;
        const next = toRow * columns + toColumn;
        if (isOutside || visited.has(next)) continue;
        visited.add(next);
        cells.push(next);
      }
    }
    if (!isOpen) areaOf.set(start, cells);
  }
  return [...areaOf.values()]
    .map((cells) => outlineOf(cells, xs, ys))
    .filter((area) => isRoomy(area))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a));
}

/** Coordinates without those that are nearly the same, ascending. */
function places(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b).filter((value, nth, all) => nth === 0 || value - all[nth - 1]! > sameM);
}

const near = (all: readonly number[], value: number): number =>
  all.reduce((best, each) => (Math.abs(each - value) < Math.abs(best - value) ? each : best), Infinity);

/** Spans on one line, joined over doorways. */
function bridged(spans: readonly Span[]): Span[] {
  const done: [number, number][] = [];
  for (const [from, to] of spans
    .map(([a, b]): Span => [Math.min(a, b), Math.max(a, b)])
    .toSorted((a, b) => a[0] - b[0])) {
    const before = done.at(-1);
    if (before !== undefined && from - before[1] <= doorwayM) before[1] = Math.max(before[1], to);
    else done.push([from, to]);
  }
  return done;
}

/** Whether a side of a cell is a wall: all of it, or all but a doorway beside a wall. */
function isWalled(spans: readonly Span[], [from, to]: Span): boolean {
  const coveredM = spans.reduce((sum, [a, b]) => sum + Math.max(0, Math.min(b, to) - Math.max(a, from)), 0);
  const openM = to - from - coveredM;
  return openM <= sameM || (openM <= doorwayM && coveredM >= openM);
}

/** The corners around cells, without those on a straight side. */
function outlineOf(cells: readonly number[], xs: readonly number[], ys: readonly number[]): Point[] {
  const columns = xs.length - 1;
  const inside = new Set(cells);
  /** The sides between an inner and an outer cell, clockwise, by where they start. */
  const sides = new Map<string, [number, number][]>();
  const add = (fromX: number, fromY: number, toX: number, toY: number): void => {
    const key = `${fromX},${fromY}`;
    sides.set(key, [...(sides.get(key) ?? []), [toX, toY]]);
  };
  for (const cell of cells) {
    const [x, y] = [cell % columns, Math.floor(cell / columns)];
    if (!inside.has(cell - columns)) add(x, y, x + 1, y);
    if (x === columns - 1 || !inside.has(cell + 1)) add(x + 1, y, x + 1, y + 1);
    if (!inside.has(cell + columns)) add(x + 1, y + 1, x, y + 1);
    if (x === 0 || !inside.has(cell - 1)) add(x, y + 1, x, y);
  }
  // The first cell is the topmost: the side above it belongs to the outer ring, not to that of an island.
  const top = Math.min(...cells);
  const first: [number, number] = [top % columns, Math.floor(top / columns)];
  const ring: [number, number][] = [];
  let at = first;
  let before: [number, number] = [0, -1];
  do {
    ring.push(at);
    const neighbours = sides.get(`${at[0]},${at[1]}`) ?? [];
    // Where two cells of an area touch at a corner only, the sharpest turn to the right stays at the same cell.
    const from = at;
    const right = neighbours.find(([x, y]) => x - from[0] === -before[1] && y - from[1] === before[0]);
    const next = right ?? neighbours[0]!;
    before = [next[0] - at[0], next[1] - at[1]];
    at = next;
  } while (at[0] !== first[0] || at[1] !== first[1]);
  return ring
    .filter(([x, y], nth) => {
      const [previous, after] = [ring.at(nth - 1)!, ring[(nth + 1) % ring.length]!];
      return (previous[0] === x) !== (after[0] === x) || (previous[1] === y) !== (after[1] === y);
    })
    .map(([x, y]) => ({ x: xs[x]!, y: ys[y]! }));
}

const sizeOf = (area: readonly Point[]): number => Math.abs(signedAreaM2(area));

function isRoomy(area: readonly Point[]): boolean {
  const side = (of: "x" | "y"): number => {
    const all = area.map((point) => point[of]);
    return Math.max(...all) - Math.min(...all);
  };
  return sizeOf(area) >= smallestM2 && Math.min(side("x"), side("y")) >= narrowestM;
}
