import type { CalibrationPoint, SiteCalibration } from "@pulse/contract/calibration";
import { servedDb, servedMetres, servedRatio, servedShare } from "../../platform/http/servedDigits.ts";
import type { BeaconLevels } from "./beaconLevels.ts";
import type { CalibrationRow, PointRow } from "./calibrations.repository.ts";

export function versionView(row: CalibrationRow): SiteCalibration["versions"][number] {
  const { exponent, powerShiftDb, shadowSdDb, tagOffsetSdDb } = row.data.calibration;
  const { heldBack, evidence } = row.held_back;
  return {
    version: row.version,
    level: row.level,
    source: row.source,
    active: row.active,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    exponent: servedRatio(exponent),
    powerShiftDb: servedDb(powerShiftDb),
    shadowSdDb: servedDb(shadowSdDb),
    tagOffsetSdDb: servedDb(tagOffsetSdDb),
    heldBack: heldBack ? { ...heldBack, before: errorView(heldBack.before), after: errorView(heldBack.after) } : null,
    evidence: evidence
      ? { ...evidence, before: servedShare(evidence.before), after: servedShare(evidence.after) }
      : null,
  };
}

type HeldOutError = NonNullable<SiteCalibration["versions"][number]["heldBack"]>["before"];

function errorView({ meanM, medianM, p90M }: HeldOutError): HeldOutError {
  return { meanM: servedMetres(meanM), medianM: servedMetres(medianM), p90M: servedMetres(p90M) };
}

export function pointView(row: PointRow, levels: BeaconLevels | null): CalibrationPoint {
  return {
    id: row.id,
    floorId: row.floor_id,
    lat: row.lat,
    lon: row.lon,
    trackerId: row.tracker_id,
    trackerName: row.tracker_name,
    trackerType: row.tracker_type,
    start: row.start_at.toISOString(),
    end: row.end_at?.toISOString() ?? null,
    gateways: row.heard.heard.length,
    packets: row.heard.heard.reduce((sum, { packets }) => sum + packets, 0),
    createdAt: row.created_at.toISOString(),
    drift: row.off_since && {
      since: row.off_since.toISOString(),
      offM: row.off_m === null ? null : servedMetres(row.off_m),
      cause: levels?.causeOf(row) ?? null,
    },
  };
}
