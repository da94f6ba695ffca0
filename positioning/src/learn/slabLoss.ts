import { cellAt } from "../model/floorGrid.ts";
import { storeysBetween } from "../model/beyondFloors.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { Measurements } from "../window/measurements.ts";
import type { Posterior } from "../cost/posterior.ts";

/** The loss of a ceiling of the site, as far as gateways that hear tags through ceilings have shown it. */
export interface SlabLoss {
  meanDb: number;
  witnesses: number;
}

/** Concrete takes 10–20 dB (Seidel & Rappaport 1992: 13), wood half, stairs little; counts as so many witnesses. */
const USUAL_DB = 9;
const USUAL_WITNESSES = 300;
const MOST_WITNESSES = 1000;
/** No ceiling amplifies, and behind one that takes more nothing is heard, dB. */
const LEAST_DB = 0;
const MOST_DB = 30;

export function newSlabLoss(): SlabLoss {
  return { meanDb: USUAL_DB, witnesses: USUAL_WITNESSES };
}

/** Learns, from a fix whose floor is certain, the loss between it and the gateways of other floors that took part. */
export function noteSlab(slab: SlabLoss, m: Measurements, floor: PlacedFloor, posterior: Posterior): void {
  // With fewer gateways of its own floor the place and the tag's strength bend to the others.
  if (m.own < 2) return;
  const cell = cellAt(floor.grid, posterior.x, posterior.y);
  if (cell < 0) return;
  for (let i = m.own; i < m.count; i++) {
    // Surveyed levels already include the ceilings.
    if (m.tables[i]!.fineVariance) continue;
    const lossDb = m.tables[i]!.fine[cell]! + posterior.offsetDb - m.rssi[i]!;
    noteLoss(slab, lossDb / storeysBetween(m.anchors[i]!, floor));
  }
}

/** Notes the loss seen at one ceiling, dB. */
export function noteLoss(slab: SlabLoss, lossDb: number): void {
  slab.witnesses = Math.min(MOST_WITNESSES, slab.witnesses + 1);
  slab.meanDb += (Math.max(LEAST_DB, Math.min(MOST_DB, lossDb)) - slab.meanDb) / slab.witnesses;
}
