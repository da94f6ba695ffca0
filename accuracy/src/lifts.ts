import type { FloorModel } from "@pulse/positioning/model/placedSite";

/** What a tag in a building does over time, s. */
export interface Stay {
  /** When the doors open on its new floor; null: it stays on its floor. */
  arrivesS: number | null;
  floorAt(atS: number): string;
  speedAt(atS: number): number;
  /** Its losses besides the air, dB. */
  lossAt(atS: number): number;
}

const LEAVES_S = 90;
const WAITS_S = 20;
const STOREY_S = 4;
/** The loss through a steel car, dB. */
const CAR_DB = 20;
const SPEED_MPS = 1.2;

/**
 * Of every four tags of a building one stands and one walks on its floor; two walk, wait for a lift where they are, ride
 * one or two floors, and walk on.
 */
export function stayOf(nth: number, floors: readonly FloorModel[]): Stay {
  const from = floors[nth % floors.length]!;
  if (nth % 4 < 2)
    return { arrivesS: null, floorAt: () => from.id, speedAt: () => SPEED_MPS * (nth % 4), lossAt: () => 0 };
  const to = floors[(nth + 1 + (nth % 2)) % floors.length]!;
  const rideS = STOREY_S * Math.abs(to.level - from.level);
  const arrivesS = LEAVES_S + rideS;
  return {
    arrivesS,
    floorAt: (atS) => (atS < LEAVES_S + rideS / 2 ? from.id : to.id),
    speedAt: (atS) => (atS < LEAVES_S - WAITS_S || atS >= arrivesS ? SPEED_MPS : 0),
    lossAt: (atS) => (atS >= LEAVES_S && atS < arrivesS ? CAR_DB : 0),
  };
}
