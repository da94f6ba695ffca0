import type { PlacedAnchor } from "../model/placed.ts";
import { WINDOW } from "./windowConstants.ts";

/** A distance as it was measured (Channel Sounding, ultra-wideband), not derived from RSSI. */
export interface MeasuredRange {
  anchorId: string;
  atMs: number;
  rangeM: number;
  /** Standard deviation, m. */
  sdM: number;
}

/** The direction in which a gateway heard a tag (angle of arrival). */
export interface MeasuredAngle {
  anchorId: string;
  atMs: number;
  /** Clockwise from north, the site's y axis. */
  azimuthDeg: number;
  /** Above the horizon; null: not measured. */
  elevationDeg: number | null;
  sdDeg: number;
}

export type Direct = MeasuredRange | MeasuredAngle;

/** A measurement that takes part in a fix, and how much it counts. */
export interface DirectObservation {
  anchor: PlacedAnchor;
  measured: Direct;
  share: number;
  /** How old it is, s. */
  ageS: number;
}

/** Whether a measurement is plausible. */
export function isUsable(measured: Direct): boolean {
  if (!Number.isFinite(measured.atMs)) return false;
  if ("rangeM" in measured)
    return measured.rangeM >= 0 && measured.rangeM <= WINDOW.maxRangeM && isBetween(measured.sdM, WINDOW.maxRangeM);
  const { azimuthDeg, elevationDeg, sdDeg } = measured;
  return (
    Number.isFinite(azimuthDeg) &&
    (elevationDeg === null || Math.abs(elevationDeg) <= 90) &&
    isBetween(sdDeg, WINDOW.maxAngleSdDeg)
  );
}

function isBetween(sd: number, max: number): boolean {
  return sd > 0 && sd <= max;
}

/** Inserts a measurement at its place in time, in whatever order they arrive; one reported twice counts once. */
export function storeDirect(kept: Direct[], measured: Direct): void {
  if (kept.some((one) => compare(one, measured) === 0)) return;
  kept.push(measured);
  kept.sort(compare);
  if (kept.length > WINDOW.storedDirect) kept.shift();
}

function compare(a: Direct, b: Direct): number {
  return a.atMs - b.atMs || valueOf(a) - valueOf(b);
}

function valueOf(one: Direct): number {
  return "rangeM" in one ? one.rangeM : 1e4 + one.azimuthDeg;
}

/** The newest measurements of each gateway within the span. */
export function collectDirect(
  anchors: ReadonlyMap<string, PlacedAnchor>,
  direct: ReadonlyMap<string, readonly Direct[]>,
  nowMs: number,
  spanMs: number,
): DirectObservation[] {
  const observations: DirectObservation[] = [];
  for (const [anchorId, kept] of direct) {
    const anchor = anchors.get(anchorId);
    if (!anchor || nowMs > anchor.validUntilMs) continue;
    for (const isRange of [true, false]) {
      const taken = kept
        .filter((one) => "rangeM" in one === isRange && one.atMs <= nowMs && one.atMs > nowMs - spanMs)
        .slice(-WINDOW.newestDirect);
      const share = Math.min(1, WINDOW.directWorth / taken.length);
      for (const measured of taken)
        observations.push({ anchor, measured, share, ageS: (nowMs - measured.atMs) / 1000 });
    }
  }
  // In a fixed order, so that sums do not depend on the order of arrival.
  return observations.sort((a, b) => (a.anchor.id < b.anchor.id ? -1 : a.anchor.id > b.anchor.id ? 1 : 0));
}
