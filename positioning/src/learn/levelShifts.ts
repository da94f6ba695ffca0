import { LEARN } from "./learnConstants.ts";

/** How much stronger (+) or weaker (−) a gateway hears a fixed tag than it used to, dB. */
export interface LevelShift {
  beaconId: string;
  gatewayId: string;
  shiftDb: number;
}

/** What has changed: a gateway; the beacon's strength; or the beacon's place. */
export type ShiftCause = "gateway" | "strength" | "moved";

export interface ShiftCauses {
  /** Gateways that hear differently from before, and by how much, dB. */
  gateways: Map<string, number>;
  /** Why beacons are heard differently, by beacon. */
  beacons: Map<string, ShiftCause>;
}

/**
 * Distinguishes a gateway that has changed from a beacon that has. A shift at all gateways of a beacon is the beacon's
 * own; what remains at one gateway, alike for all beacons that it hears, is the gateway's; a beacon whose gateways go
 * up and down has been moved.
 */
export function shiftCauses(shifts: readonly LevelShift[]): ShiftCauses {
  const ofBeacon = Map.groupBy(shifts, ({ beaconId }) => beaconId);
  const own = new Map<string, number>();
  for (const [beaconId, heard] of ofBeacon)
    if (heard.length >= LEARN.minCompared) own.set(beaconId, median(heard.map(({ shiftDb }) => shiftDb)));
  const left = shifts.flatMap((shift) => {
    const ownDb = own.get(shift.beaconId);
    return ownDb === undefined ? [] : [{ ...shift, shiftDb: shift.shiftDb - ownDb }];
  });
  const gateways = new Map<string, number>();
  for (const [gatewayId, heard] of Map.groupBy(left, (shift) => shift.gatewayId)) {
    const db = median(heard.map(({ shiftDb }) => shiftDb));
    const isAlike = heard.every(({ shiftDb }) => shiftDb * Math.sign(db) >= LEARN.sameDb);
    if (Math.abs(db) < LEARN.shiftDb || !isAlike) continue;
    if (heard.length > 1 || isAlone(left, heard[0]!)) gateways.set(gatewayId, db);
  }
  const beacons = new Map<string, ShiftCause>();
  for (const [beaconId, heard] of ofBeacon) {
    const ownDb = own.get(beaconId);
    if (ownDb === undefined) continue;
    const cause = causeOf(ownDb, heard, gateways);
    if (cause !== null) beacons.set(beaconId, cause);
  }
  return { gateways, beacons };
}

/** Whether the other gateways of a beacon hear it as before. */
function isAlone(left: readonly LevelShift[], { beaconId, gatewayId }: LevelShift): boolean {
  const others = left.filter((shift) => shift.beaconId === beaconId && shift.gatewayId !== gatewayId);
  return others.length >= LEARN.minCompared && others.every(({ shiftDb }) => Math.abs(shiftDb) < LEARN.sameDb);
}

function causeOf(
  ownDb: number,
  heard: readonly LevelShift[],
  gateways: ReadonlyMap<string, number>,
): ShiftCause | null {
  const unexplained = heard.filter(
    ({ gatewayId, shiftDb }) => Math.abs(shiftDb - ownDb - (gateways.get(gatewayId) ?? 0)) >= LEARN.shiftDb - 1,
  );
  if (unexplained.length > 1) return "moved";
  if (Math.abs(ownDb) >= LEARN.shiftDb - 1) return "strength";
  return heard.some(({ gatewayId }) => gateways.has(gatewayId)) ? "gateway" : null;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
