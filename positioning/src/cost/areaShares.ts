import { addToAreas, type AreaIndex } from "../model/areaIndex.ts";
import type { FloorGrid } from "../model/floorGrid.ts";
import type { Places } from "./places.ts";

/**
 * The share (0–1) in each area of the posterior whose places these are; returns the share in none of them. Pure: it writes
 * only `out` (one number for each area). Fences use likely places instead (decision 32).
 * @param widen how much wider the error is than the posterior (radius.ts), at least 1: its logarithm is flattened by
 * the square of that, or a posterior that is too sure of its cells would be too sure of the room
 */
export function areaShares(
  { size }: FloorGrid,
  { count, at, p }: Places,
  areas: AreaIndex,
  widen: number,
  out: Float64Array,
): number {
  const flat = 1 / (widen * widen);
  out.fill(0);
  let total = 0;
  let none = 0;
  for (let k = 0; k < count; k++) {
    const cells = size[at[k]!]!;
    const mass = cells * (p[k]! / cells) ** flat;
    total += mass;
    none += addToAreas(areas, at[k]!, mass, out);
  }
  for (let area = 0; area < out.length; area++) out[area]! /= total;
  return none / total;
}
