import { type FloorGrid, nearestCell } from "../model/floorGrid.ts";
import type { Measurements } from "../window/measurements.ts";

/**
 * χ² of the first gateways for a tag of that strength (dB) in a cell. If a map says how well it knows the place, its
 * variance replaces the path-loss model's, as in the costs of places.
 */
export function residualChiSquare(
  m: Measurements,
  count: number,
  grid: FloorGrid,
  cell: number,
  offsetDb: number,
): number {
  let squares = 0;
  // The stated place is put onto the floor only later, and maps know the floor alone.
  const mapped = (): number => grid.block[grid.inside[cell] ? cell : nearestCell(grid, grid.x[cell]!, grid.y[cell]!)]!;
  for (let i = 0; i < count; i++) {
    const { level, variance } = m.tables[i]!;
    const off = m.rssi[i]! - offsetDb - level[cell]! + m.slabDb[i]!;
    const weight = variance ? 1 / (variance[mapped()]! + m.noise[i]! + m.slabDb2[i]!) : m.weight[i]!;
    squares += weight * off * off;
  }
  return squares;
}
