import { clusterRadiusPx } from "../sprites/cluster.ts";
import { pointGrid } from "./pointGrid.ts";

/** Markers that are drawn as one. Places are in px of a plane that does not rotate with the map. */
export interface Cluster {
  x: number;
  y: number;
  /** Rows of the marker table. */
  rows: number[];
}

export interface ClusterInput {
  /** The rows to group, and the place of each. */
  rows: readonly number[];
  xs: Float64Array;
  ys: Float64Array;
  gridPx: number;
  /** Half of a single marker's width. */
  markerPx: number;
}

/** A member leaves at this many times the distance at which it joined. */
const leaveFactor = 1.4;
const maxPasses = 5;

/**
 * Groups markers that would overlap: first those within `gridPx` of a group in x and y (the grid clustering that
 * product.md's grid size means), then clusters whose discs would touch a neighbour. Members stay together until they are
 * clearly apart, so that two markers at the edge of the grid do not flicker. `before`: the previous clusters at this scale.
 */
export function clustersOf(input: ClusterInput, before: readonly Cluster[]): Cluster[] {
  const { rows, xs, ys, gridPx, markerPx } = input;
  const groups: Cluster[] = [];
  const grid = pointGrid(gridPx, rows.length + before.length);
  const startCluster = (x: number, y: number): Cluster => {
    const group = { x, y, rows: [] };
    grid.add(groups.length, x, y);
    groups.push(group);
    return group;
  };
  const retained = retainedMembers(input, before, startCluster);
  for (const row of rows) {
    if (retained.has(row)) continue;
    const [x, y] = [xs[row]!, ys[row]!];
    const near = grid.find(x, y, gridPx, (nth) => {
      const group = groups[nth]!;
      return Math.abs(group.x - x) < gridPx && Math.abs(group.y - y) < gridPx;
    });
    (groups[near] ?? startCluster(x, y)).rows.push(row);
  }
  for (const group of groups) if (group.rows.length > 1) centre(group, xs, ys);
  return mergeOverlapping(groups, markerPx);
}

/** Recreates the previous clusters with the members that are still near. */
function retainedMembers(
  { rows, xs, ys, gridPx, markerPx }: ClusterInput,
  before: readonly Cluster[],
  startCluster: (x: number, y: number) => Cluster,
): ReadonlySet<number> {
  const retained = new Set<number>();
  if (before.length === 0) return retained;
  const present = new Set(rows);
  for (const old of before) {
    const reachPx = Math.max(gridPx * leaveFactor, (discPx(old.rows.length, markerPx) + markerPx) * leaveFactor);
    const [x, y] = meanOf(
      old.rows.filter((row) => present.has(row)),
      xs,
      ys,
    );
    const remaining = old.rows.filter(
      (row) => present.has(row) && Math.hypot(xs[row]! - x, ys[row]! - y) <= reachPx && !retained.has(row),
    );
    if (remaining.length < 2) continue;
    for (const row of remaining) retained.add(row);
    startCluster(x, y).rows.push(...remaining);
  }
  return retained;
}

/** Merges clusters with whatever their disc would cover, until nothing touches any more. */
function mergeOverlapping(groups: readonly Cluster[], markerPx: number): Cluster[] {
  let now = [...groups];
  for (let pass = 0; pass < maxPasses; pass++) {
    const grid = pointGrid(40, now.length);
    const absorbed = new Set<number>();
    for (const [nth, group] of now.entries()) grid.add(nth, group.x, group.y);
    for (const [nth, group] of now.entries()) {
      if (absorbed.has(nth) || group.rows.length < 2) continue;
      const own = discPx(group.rows.length, markerPx);
      for (;;) {
        const touched = grid.find(group.x, group.y, own + 20, (other) => {
          if (other === nth || absorbed.has(other)) return false;
          const { x, y, rows } = now[other]!;
          return Math.hypot(x - group.x, y - group.y) < own + discPx(rows.length, markerPx);
        });
        if (touched === -1) break;
        absorbed.add(touched);
        absorb(group, now[touched]!);
      }
    }
    if (absorbed.size === 0) return now;
    now = now.filter((_, nth) => !absorbed.has(nth));
  }
  return now;
}

function absorb(group: Cluster, other: Cluster): void {
  const [own, more] = [group.rows.length, other.rows.length];
  group.x = (group.x * own + other.x * more) / (own + more);
  group.y = (group.y * own + other.y * more) / (own + more);
  for (const row of other.rows) group.rows.push(row);
}

function discPx(count: number, markerPx: number): number {
  return count > 1 ? clusterRadiusPx(count) : markerPx;
}

function centre(group: Cluster, xs: Float64Array, ys: Float64Array): void {
  [group.x, group.y] = meanOf(group.rows, xs, ys);
}

function meanOf(rows: readonly number[], xs: Float64Array, ys: Float64Array): [number, number] {
  let [x, y] = [0, 0];
  for (const row of rows) {
    x += xs[row]!;
    y += ys[row]!;
  }
  return [x / rows.length, y / rows.length];
}
