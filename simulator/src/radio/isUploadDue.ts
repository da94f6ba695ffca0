import type { Impairments } from "./impairments.ts";
import { isInEpisode, slotDraw } from "./episodes.ts";

/** Whether a gateway uploads at the end of the n-th second; otherwise it keeps its adverts for later. */
export function isUploadDue(fieldSeed: number, n: number, impairments: Impairments): boolean {
  const { uploadS, outageEachS, outageS } = impairments;
  if (outageEachS > 0 && isInEpisode(fieldSeed ^ 0x51ed, n, outageEachS, outageS)) return false;
  const [min, max] = uploadS;
  const everyS = Math.round(min + (max - min) * slotDraw(fieldSeed, -4));
  return everyS <= 1 || (n + Math.floor(everyS * slotDraw(fieldSeed, -5))) % everyS === 0;
}
