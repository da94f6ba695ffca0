import type { CostScratch } from "./cellCosts.ts";
import type { Measurements } from "../window/measurements.ts";
import type { OffsetPrior } from "./offsetPrior.ts";
import type { PlacedAnchor } from "../model/placed.ts";

/** What one silent gateway can say at most (nats): bodies, losses and collisions silence it as well. */
const WEIGHT = 2;
/** It begins to be odd that a gateway is silent where it should hear the tag about as well as the faintest that does. */
const FROM_DB = -4;
const FULL_DB = 8;

/** Adds what their silence costs each cell. */
export function addSilence(
  m: Measurements,
  silent: readonly PlacedAnchor[],
  fine: boolean,
  prior: OffsetPrior,
  scratch: CostScratch,
  count: number,
  cells: Int32Array | null,
): void {
  const faintest = m.rssi[m.count - 1]!;
  for (const anchor of silent) {
    const table = fine ? anchor.tables.fine : anchor.tables.coarse;
    for (let k = 0; k < count; k++) {
      const expected = table[cells === null ? k : cells[k]!]! + prior.meanDb + scratch.offset[k]!;
      const share = (expected - faintest - FROM_DB) / (FULL_DB - FROM_DB);
      if (share > 0) scratch.cost[k]! += 2 * WEIGHT * Math.min(1, share);
    }
  }
}
