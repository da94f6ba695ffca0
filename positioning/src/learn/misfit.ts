import type { Posterior } from "../cost/posterior.ts";
import { cellAt } from "../model/floorGrid.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { Measurements } from "../window/measurements.ts";

/** How far a site's gateways are from what they should hear, relative to what the law expects: χ² and its freedom. */
export interface Misfit {
  squares: number;
  freedom: number;
}

/** Three of a fix's residuals are spent on its place and its tag's strength. */
export const SPENT = 3;
/** Usual χ² per degree of freedom if radii are right, and how many degrees of freedom that counts as. */
const USUAL = 0.8;
const USUAL_FREEDOM = 60;
/** Earlier fixes give way to new ones: shadows change with what stands around. */
const REMEMBERED = 3000;
/** Limits of `radiusShare`. */
const LEAST_SHARE = 0.65;
const MOST_SHARE = 1.5;

export function newMisfit(): Misfit {
  return { squares: USUAL * USUAL_FREEDOM, freedom: USUAL_FREEDOM };
}

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

/**
 * χ² of the first gateways for a tag of that strength (dB) in a cell. If a map says how well it knows the place, its
 * variance replaces the law's, as in the costs of cells.
 */
export function squaresAt(m: Measurements, count: number, cell: number, offsetDb: number): number {
  let squares = 0;
  for (let i = 0; i < count; i++) {
    const { fine, fineVariance } = m.tables[i]!;
    const off = m.rssi[i]! - offsetDb - fine[cell]! + m.slabDb[i]!;
    const weight = fineVariance ? m.votes[i]! / (fineVariance[cell]! + m.noise[i]! + m.slabDb2[i]!) : m.weight[i]!;
    squares += weight * off * off;
  }
  return squares;
}

/** How many witnesses the first gateways are: those at one point are hardly more than one. */
export function witnessesOf(m: Measurements, count: number): number {
  let witnesses = 0;
  for (let i = 0; i < count; i++) witnesses += m.votes[i]!;
  return witnesses;
}

/** χ² per degree of freedom, as usual at the site's places. */
export function misfitOf({ squares, freedom }: Misfit): number {
  return squares / freedom;
}

/** Factor for the usual error under a law that was not surveyed: smaller where shadows are milder than it expects. */
export function radiusShare(misfit: Misfit): number {
  return Math.min(MOST_SHARE, Math.max(LEAST_SHARE, Math.sqrt(misfitOf(misfit) / USUAL)));
}
