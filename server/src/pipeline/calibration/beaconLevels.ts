import type { CalibrationPoint, SiteCalibration } from "@pulse/contract/calibration";
import { type ShiftCauses, shiftCauses } from "@pulse/positioning/learn/levelShifts";
import type { WriteTransaction } from "../../platform/writes/record.ts";
import { servedDb } from "../../platform/http/servedDigits.ts";
import type { CalibrationsRepository, PointRow } from "./calibrations.repository.ts";

/** A beacon's present level is its mean over the first time, ms; its usual level, its mean over the second. */
const recentMs = 10 * 60_000;
const usualMs = 2 * 3_600_000;
/** A beacon is reported as off some time after it has changed (beaconDrift.ts), ms. */
const noticedMs = 20 * 60_000;
/** Where none is off, levels are compared with those of the day before. */
const dayMs = 24 * 3_600_000;

/**
 * What the levels of a site's reference beacons say about drift: which gateways have changed, and why beacons are off.
 */
export interface BeaconLevels {
  changedGateways: SiteCalibration["changedGateways"];
  causeOf(point: PointRow): NonNullable<CalibrationPoint["drift"]>["cause"];
}

/** Reads it from the stored sightings, so that a restart forgets nothing. */
export async function beaconLevels(
  calibrations: Pick<CalibrationsRepository, "levels">,
  points: readonly PointRow[],
  nowMs: number,
  trx?: WriteTransaction,
): Promise<BeaconLevels> {
  const trackerIds = [...new Set(points.filter(({ end_at }) => end_at === null).map((point) => point.tracker_id))];
  const offMs = points.flatMap(({ off_since }) => off_since?.getTime() ?? []);
  const untilMs = offMs.length > 0 ? Math.min(...offMs) - noticedMs : nowMs - dayMs;
  const usual = { from: new Date(untilMs - usualMs), to: new Date(untilMs) };
  const recent = { from: new Date(nowMs - recentMs), to: new Date(nowMs) };
  const rows = trackerIds.length === 0 ? [] : await calibrations.levels(trackerIds, usual, recent, trx);
  const names = new Map(rows.map((row) => [row.hardware_id, row.name]));
  const causes: ShiftCauses = shiftCauses(
    rows.map((row) => ({ beaconId: row.tracker_id, gatewayId: row.hardware_id, shiftDb: row.recent - row.usual })),
  );
  return {
    changedGateways: [...causes.gateways]
      .map(([id, shiftDb]) => ({ id, name: names.get(id)!, shiftDb: servedDb(shiftDb) }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    causeOf: ({ tracker_id }) => causes.beacons.get(tracker_id) ?? null,
  };
}
