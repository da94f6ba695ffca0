import { COST } from "../cost/costConstants.ts";
import { residualChiSquare } from "../cost/residualChiSquare.ts";
import type { ChiSquare } from "../model/chiSquare.ts";
import type { Posterior } from "../cost/posterior.ts";
import { cellAt } from "../model/floorGrid.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { Measurements } from "../window/measurements.ts";
import { LEARN } from "./learnConstants.ts";

/** Notes a fix at a new place: what is heard at one place again and again is one observation. */
export function updateChiSquare(chiSquare: ChiSquare, m: Measurements, floor: PlacedFloor, posterior: Posterior): void {
  if (m.own <= COST.spentFreedom) return;
  const cell = cellAt(floor.grid, posterior.x, posterior.y);
  if (cell < 0) return;
  const freedom = m.own - COST.spentFreedom;
  const squares = residualChiSquare(m, m.own, floor.grid, cell, posterior.offsetDb);
  const retained = Math.min(1, LEARN.chiSquareFreedom / (chiSquare.freedom + freedom));
  chiSquare.squares = retained * (chiSquare.squares + squares);
  chiSquare.freedom = retained * (chiSquare.freedom + freedom);
}
