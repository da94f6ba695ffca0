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
  if (!silent.length) return;
  let faintest = m.own ? m.rssi[m.own - 1]! : Infinity;
  for (let i = m.own; i < m.count; i++) faintest = Math.min(faintest, m.rssi[i]!);
  const { cost, reach } = scratch;
  const scale = 1 / (FULL_DB - FROM_DB);
  const from = faintest + FROM_DB - prior.meanDb;
  // What a cell has in common for all gateways first: the root is the dear part.
  for (let k = 0; k < count; k++)
    reach[k] = (scratch.offset[k]! - DOUBT * Math.sqrt(scratch.shrink[k]!) - from) * scale;
  const most = 2 * nats;
  // Two gateways in one pass: storing the sums costs as much as a share.
  for (let i = 0; i < silent.length; i += 2) {
    const t0 = tableOf(silent[i]!, fine);
    const t1 = tableOf(silent[Math.min(i + 1, silent.length - 1)]!, fine);
    const ofSecond = i + 1 < silent.length ? most : 0;
    for (let k = 0; k < count; k++) {
      const cell = cells === null ? k : cells[k]!;
      const s0 = t0[cell]! * scale + reach[k]!;
      const s1 = t1[cell]! * scale + reach[k]!;
      cost[k]! += most * Math.max(0, Math.min(1, s0)) + ofSecond * Math.max(0, Math.min(1, s1));
    }
  }
}

function tableOf({ tables }: PlacedAnchor, fine: boolean): Float32Array {
  return fine ? tables.fine : tables.coarse;
}
