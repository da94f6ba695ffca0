import { newUsualLevel, type UsualLevel } from "./usualLevel.ts";

/** The share of packets that a gateway hears, of those that it should hear well. */
export interface Missed extends UsualLevel {
  /** Some of the places, by number, where it has missed packets since it was last all right. */
  places: Set<number>;
}

export function newMissed(): Missed {
  return { ...newUsualLevel(), places: new Set() };
}
