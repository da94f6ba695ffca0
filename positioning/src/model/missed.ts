import { newUsualLevel, type UsualLevel } from "./usualLevel.ts";

/** Which share of the packets that a gateway should hear well it does hear. */
export interface Missed extends UsualLevel {
  /** Where it has missed packets since it was last all right: places by number, some of them. */
  places: Set<number>;
}

export function newMissed(): Missed {
  return { ...newUsualLevel(), places: new Set() };
}
