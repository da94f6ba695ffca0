import type { CostScratch } from "./cellCosts.ts";
import type { Measurements } from "../window/measurements.ts";
import type { OffsetPrior } from "./offsetPrior.ts";
import type { PlacedAnchor } from "../model/placed.ts";

/** Gateways of a tag's floor that do not hear it: those that are alive, and those of which that is not known. */
export interface SilentAnchors {
  alive: PlacedAnchor[];
  unsure: PlacedAnchor[];
}

/** It begins to be odd that a gateway is silent where it should hear the tag about as well as the faintest that does. */
const FROM_DB = -4;
const FULL_DB = 8;
/** A tag whose strength is not known may be weaker than it seems by this many standard deviations. */
const DOUBT = 1;

/**
 * Adds what their silence costs each cell.
 * @param nats what one silent gateway can say at most
 */
export function addSilence(
  m: Measurements,
  silent: readonly PlacedAnchor[],
  nats: number,
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
      const doubt = DOUBT * Math.sqrt(scratch.shrink[k]!);
      const expected = table[cells === null ? k : cells[k]!]! + prior.meanDb + scratch.offset[k]! - doubt;
      const share = (expected - faintest - FROM_DB) / (FULL_DB - FROM_DB);
      if (share > 0) scratch.cost[k]! += 2 * nats * Math.min(1, share);
    }
  }
}
