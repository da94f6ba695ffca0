import type { Hardships } from "./hardships.ts";
import { inSpell, slotDraw } from "./spells.ts";

/** Whether a gateway uploads at the end of the n-th second; otherwise it keeps its adverts for later. */
export function handsOver(fieldSeed: number, n: number, hardships: Hardships): boolean {
  const { uploadS, outageEachS, outageS } = hardships;
  if (outageEachS > 0 && inSpell(fieldSeed ^ 0x51ed, n, outageEachS, outageS)) return false;
  const [min, max] = uploadS;
  const everyS = Math.round(min + (max - min) * slotDraw(fieldSeed, -4));
  return everyS <= 1 || (n + Math.floor(everyS * slotDraw(fieldSeed, -5))) % everyS === 0;
}
