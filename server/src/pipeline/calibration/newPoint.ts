import { type NewCalibrationPoint, walkTestLimits } from "@pulse/contract/calibration";
import { AppError, errorMessage } from "@pulse/contract/errors";
import { limitOf } from "@pulse/positioning/model/strayAnchors";
import type { LiveSite } from "../locate/liveSite.ts";
import type { FixedAt } from "./calibrations.repository.ts";

/** The length of a point of a walk test: shorter says too little, and nobody stands still for longer. */
const shortestMs = walkTestLimits.shortestS * 1000;
const longestMs = walkTestLimits.longestS * 1000;
/** How far a point may be outside its floor's plan (doorsteps, balconies), m. */
const offPlanM = 5;

/** When a tracker stood there; refused where that cannot be. A reference beacon has no end. */
export function spanOf(point: NewCalibrationPoint, nowMs: number): { startMs: number; endMs: number | null } {
  const startMs = Date.parse(point.start);
  const endMs = point.end ? Date.parse(point.end) : null;
  if (startMs > nowMs + shortestMs) throw invalidParameter("start", "The start is in the future");
  if (endMs === null) return { startMs, endMs };
  if (endMs < startMs)
    throw new AppError("start_after_end", {
      details: [{ path: "end", code: "start_after_end", message: errorMessage("start_after_end") }],
    });
  if (endMs - startMs < shortestMs) throw invalidParameter("end", "A point takes at least 10 seconds");
  if (endMs - startMs > longestMs) throw invalidParameter("end", "A point takes at most 15 minutes");
  if (endMs > nowMs + shortestMs) throw invalidParameter("end", "The end is in the future");
  return { startMs, endMs };
}

export function checkPlace(site: LiveSite, { floorId, lat, lon }: NewCalibrationPoint): void {
  const floor = site.plan.floors.find(({ id }) => id === floorId);
  if (!floor) throw invalidParameter("floor_id", "There is no such floor at this site");
  const at = site.frame.toLocal({ lat, lon });
  const limit = limitOf(floor) ?? [];
  const xs = limit.map(({ x }) => x);
  const ys = limit.map(({ y }) => y);
  const off =
    at.x < Math.min(...xs) - offPlanM ||
    at.x > Math.max(...xs) + offPlanM ||
    at.y < Math.min(...ys) - offPlanM ||
    at.y > Math.max(...ys) + offPlanM;
  if (off)
    throw new AppError("location_invalid", {
      details: [{ path: "lat", code: "location_invalid", message: "The point is outside the floor plan" }],
    });
}

/** The refusal of a second permanent place for a tracker. */
export function alreadyFixedRefusal(
  trackerName: string,
  { floorId, floor, building, site, lat, lon }: FixedAt,
): AppError {
  const where = `${site}, ${building} · ${floor}, at ${lat.toFixed(5)}, ${lon.toFixed(5)}`;
  const message = `${trackerName} is already a reference beacon: ${where}`;
  const items = [{ id: floorId, name: `${building} · ${floor}` }];
  return new AppError("already_exists", { details: [{ path: "tracker_id", code: "already_exists", message, items }] });
}

export function invalidParameter(path: string, message: string): AppError {
  return new AppError("invalid_parameter", { details: [{ path, code: "invalid_parameter", message }] });
}
