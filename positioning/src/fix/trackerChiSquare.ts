import { COST } from "../cost/costConstants.ts";
import type { Posterior } from "../cost/posterior.ts";
import { reducedChiSquare, type ChiSquare } from "../model/chiSquare.ts";
import { residualChiSquare } from "../cost/residualChiSquare.ts";
import { cellAt } from "../model/floorGrid.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { Measurements } from "../window/measurements.ts";
import { FIX } from "./fixConstants.ts";

/**
 * How far a tag's levels have lately been from the path-loss model: χ² and its freedom, averaged over its last fixes.
 */
export interface TrackerChiSquare {
  squares: number;
  freedom: number;
  atMs: number;
}

export function newTrackerChiSquare(): TrackerChiSquare {
  return { squares: 0, freedom: 0, atMs: -Infinity };
}

/** Notes the residuals of the fix just solved, including those of other floors' gateways. */
export function updateTrackerChiSquare(
  own: TrackerChiSquare,
  m: Measurements,
  floor: PlacedFloor,
  posterior: Posterior,
  nowMs: number,
): void {
  const { squares, freedom } = fixChiSquare(m, floor, posterior);
  const weight = nowMs > own.atMs ? Math.exp(-(nowMs - own.atMs) / FIX.memoryMs) : nowMs === own.atMs ? 0.5 : 0;
  own.squares = weight * own.squares + (1 - weight) * squares;
  own.freedom = weight * own.freedom + (1 - weight) * freedom;
  own.atMs = nowMs;
}

/** χ² of the fix just solved, including other floors' gateways, and its degrees of freedom. */
export function fixChiSquare(m: Measurements, floor: PlacedFloor, posterior: Posterior): ChiSquare {
  const cell = cellAt(floor.grid, posterior.x, posterior.y);
  if (cell < 0 || m.count <= COST.spentFreedom) return { squares: 0, freedom: 0 };
  return {
    squares: residualChiSquare(m, m.count, floor.grid, cell, posterior.offsetDb),
    freedom: m.count - FIX.chiSquareSpent,
  };
}

/**
 * χ² per degree of freedom to expect where the tag is now: that of its own gateways, and a little of what is usual on
 * the site. Where gateways contradict each other, the place is worse than elsewhere on the site.
 */
export function expectedChiSquare({ squares, freedom }: ChiSquare, chiSquare: ChiSquare): number {
  return (FIX.chiSquareUsual * reducedChiSquare(chiSquare) + squares) / (FIX.chiSquareUsual + freedom);
}
