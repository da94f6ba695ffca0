import type { Hardships } from "./hardships.ts";
import { isNow, slotDraw } from "./spells.ts";

/** How much weaker a tag is than a new one in the open, dB. */
export function weakerDb(tagSeed: number, atS: number, hardships: Hardships): number {
  const { agedDb, metalShare, metalS, metalDb } = hardships;
  const aged = agedDb * slotDraw(tagSeed, -3);
  return aged + (isNow(tagSeed, atS, metalShare, metalS) ? metalDb : 0);
}
