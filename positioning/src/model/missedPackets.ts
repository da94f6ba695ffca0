import { newUsualLevel, type UsualLevel } from "./usualLevel.ts";

/** The share of packets that a gateway hears, of those that it should hear well. */
export interface MissedPackets extends UsualLevel {
  /** Some of the places, by number, where it has missed packets since it was last all right. */
  places: Set<number>;
}

export function newMissedPackets(): MissedPackets {
  return { ...newUsualLevel(), places: new Set() };
}
