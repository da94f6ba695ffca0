import type { Hearing } from "./receivers.ts";
import type { RadioSettings } from "./settings.ts";
import { isActive } from "./episodes.ts";

const CLOSED_SHARE = 0.5;

/** How much people in between and shut doors currently weaken a tag at a receiver, dB. */
export function obstaclesDb(hearing: Hearing, tagSeed: number, atS: number, radio: RadioSettings): number {
  const { bystanderShare, bystanderS, bystanderDb, doorDb, doorS } = radio.impairments;
  const { receiver, doors, wallsDb } = hearing;
  const isBehind = isActive(receiver.fieldSeed ^ Math.imul(tagSeed, 31), atS, bystanderShare, bystanderS);
  const closed = doors.filter((door) => isActive(door, atS, CLOSED_SHARE, doorS)).length;
  // The strongest path leads around many doors, as it does around many walls.
  const doorsDb = Math.min(Math.max(0, radio.maxWallDb - wallsDb), closed * doorDb);
  return doorsDb + (isBehind ? bystanderDb : 0);
}
