import type { FenceBounds } from "./fenceArea.ts";
import type { LatLon } from "./latLon.ts";

/** Finds the fences near a place; the cost does not depend on how many there are elsewhere. */
export interface FenceIndex<Id extends string> {
  set(id: Id, bounds: FenceBounds): void;
  delete(id: Id): void;
  /** The fences whose bounds come within a distance of a place, in metres. */
  near(place: LatLon, distanceM: number): Set<Id>;
}

/** The finest cells, about 50 m of latitude. */
const finestDeg = 0.0005;
const metresPerDegree = 110_567;

/**
 * Grids of cells, each level twice as coarse as the one below. A fence is kept on the level whose cells are as large as
 * itself, so it is in at most four of them, and a look-up reads a few cells of each level in use.
 */
export function fenceIndex<Id extends string>(): FenceIndex<Id> {
  const levels = new Map<number, Map<string, Set<Id>>>();
  const retained = new Map<Id, { level: number; bounds: FenceBounds }>();

  const cellsOf = function* ({ west, east, south, north }: FenceBounds, level: number): Generator<string> {
    const size = finestDeg * 2 ** level;
    for (let x = Math.floor(west / size); x <= Math.floor(east / size); x++)
      for (let y = Math.floor(south / size); y <= Math.floor(north / size); y++) yield `${x} ${y}`;
  };
  const remove = (id: Id): void => {
    const known = retained.get(id);
    if (known === undefined) return;
    const cells = levels.get(known.level)!;
    for (const key of cellsOf(known.bounds, known.level)) {
      const cell = cells.get(key);
      cell?.delete(id);
      if (cell?.size === 0) cells.delete(key);
    }
    if (cells.size === 0) levels.delete(known.level);
    retained.delete(id);
  };

  return {
    set: (id, bounds) => {
      remove(id);
      const spanDeg = Math.max(bounds.east - bounds.west, bounds.north - bounds.south);
      const level = Math.max(0, Math.ceil(Math.log2(spanDeg / finestDeg)));
      const cells = levels.get(level) ?? new Map<string, Set<Id>>();
      levels.set(level, cells);
      retained.set(id, { level, bounds });
      for (const key of cellsOf(bounds, level)) {
        const cell = cells.get(key);
        if (cell) cell.add(id);
        else cells.set(key, new Set([id]));
      }
    },
    delete: remove,
    near: ({ lat, lon }, distanceM) => {
      const latDeg = distanceM / metresPerDegree;
      const lonDeg = latDeg / Math.cos((Math.min(Math.abs(lat) + latDeg, 89) * Math.PI) / 180);
      const query = { west: lon - lonDeg, east: lon + lonDeg, south: lat - latDeg, north: lat + latDeg };
      const found = new Set<Id>();
      for (const [level, cells] of levels)
        for (const key of cellsOf(query, level))
          for (const id of cells.get(key) ?? []) if (overlap(retained.get(id)!.bounds, query)) found.add(id);
      return found;
    },
  };
}

const overlap = (one: FenceBounds, other: FenceBounds): boolean =>
  one.west <= other.east && one.east >= other.west && one.south <= other.north && one.north >= other.south;
