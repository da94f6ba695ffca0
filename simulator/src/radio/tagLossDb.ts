import type { Impairments } from "./impairments.ts";
import { isActive, slotDraw } from "./episodes.ts";

/** How much weaker a tag is than a new one in the open, dB. */
export function tagLossDb(tagSeed: number, atS: number, impairments: Impairments): number {
  const { agedDb, metalShare, metalS, metalDb } = impairments;
  const aged = agedDb * slotDraw(tagSeed, -3);
  return aged + (isActive(tagSeed, atS, metalShare, metalS) ? metalDb : 0);
}
