import type { CalibrationPoint, SiteCalibration } from "@pulse/contract/calibration";
import { texts } from "../text/translate.ts";
import { dateTime } from "../time/ages.ts";

/** Since when a reference beacon is not found at its place, and why; if a gateway is the reason, it is named. */
export function driftWords(
  { since, cause }: NonNullable<CalibrationPoint["drift"]>,
  changed: SiteCalibration["changedGateways"],
): string {
  const names = changed.map(({ name }) => name).join(", ");
  const why = cause === "gateway" && names === "" ? "gatewayUnnamed" : (cause ?? "unknown");
  return `${texts.t("calibration.beacons.offSince", { date: dateTime(Date.parse(since)) })} ${texts.t(`calibration.beacons.cause.${why}`, { names })}`;
}
