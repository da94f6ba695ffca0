import { SPENT, squaresAt, witnessesOf } from "../cost/chiSquare.ts";
import type { Misfit } from "../model/misfit.ts";
import type { Posterior } from "../cost/posterior.ts";
import { cellAt } from "../model/floorGrid.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { Measurements } from "../window/measurements.ts";

/** Earlier fixes give way to new ones: shadows change with what stands around. */
const REMEMBERED = 3000;
/** Notes a fix at a new place: what is heard at one place again and again is one witness. */
export function noteMisfit(misfit: Misfit, m: Measurements, floor: PlacedFloor, posterior: Posterior): void {
  if (m.own <= SPENT) return;
  const cell = cellAt(floor.grid, posterior.x, posterior.y);
  if (cell < 0) return;
  const freedom = witnessesOf(m, m.own) - SPENT;
  if (freedom <= 0) return;
  const squares = squaresAt(m, m.own, cell, posterior.offsetDb);
  const kept = Math.min(1, REMEMBERED / (misfit.freedom + freedom));
  misfit.squares = kept * (misfit.squares + squares);
  misfit.freedom = kept * (misfit.freedom + freedom);
}
