import { cellAt } from "../model/floorGrid.ts";
import { storeysBetween } from "../model/beyondFloors.ts";
import type { PlacedFloor } from "../model/placed.ts";
import type { SlabLoss } from "../model/siteLearning.ts";
import type { Measurements } from "../window/measurements.ts";
import type { Posterior } from "../cost/posterior.ts";
import { LEARN } from "./learnConstants.ts";

/** Learns, from a fix whose floor is certain, the loss between it and the gateways of other floors that took part. */
export function updateSlabLoss(slab: SlabLoss, m: Measurements, floor: PlacedFloor, posterior: Posterior): void {
  // With fewer gateways of its own floor the place and the tag's strength bend to the others.
  if (m.own < 2) return;
  const cell = cellAt(floor.grid, posterior.x, posterior.y);
  if (cell < 0) return;
  for (let i = m.own; i < m.count; i++) {
    // Surveyed levels already include the ceilings.
    if (m.tables[i]!.variance) continue;
    const lossDb = m.tables[i]!.level[cell]! + posterior.offsetDb - m.rssi[i]!;
    addSlabLoss(slab, lossDb / storeysBetween(m.anchors[i]!, floor));
  }
}

/** Notes the loss seen at one ceiling, dB. */
export function addSlabLoss(slab: SlabLoss, lossDb: number): void {
  slab.observations = Math.min(LEARN.maxSlabObservations, slab.observations + 1);
  slab.meanDb += (Math.max(0, Math.min(LEARN.maxSlabDb, lossDb)) - slab.meanDb) / slab.observations;
}
