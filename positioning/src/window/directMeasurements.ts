import type { PlacedAnchor } from "../model/placed.ts";

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

/** How many measurements of each gateway are kept, and how many of them take part. */
const KEPT = 16;
const TAKEN = 4;
/** Repeated measurements of one gateway have the same echoes: all together they count as this many. */
const WORTH = 2;

/** Farther than this nothing is measured, m, and no accuracy is worse than this, m and degrees. */
const MAX_M = 1000;
const MAX_DEG = 360;

/** Whether a measurement is plausible. */
export function isUsable(measured: Direct): boolean {
  if (!Number.isFinite(measured.atMs)) return false;
  if ("rangeM" in measured) return measured.rangeM >= 0 && measured.rangeM <= MAX_M && isBetween(measured.sdM, MAX_M);
  const { azimuthDeg, elevationDeg, sdDeg } = measured;
  return (
    Number.isFinite(azimuthDeg) && (elevationDeg === null || Math.abs(elevationDeg) <= 90) && isBetween(sdDeg, MAX_DEG)
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
  if (kept.length > KEPT) kept.shift();
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
        .slice(-TAKEN);
      const share = Math.min(1, WORTH / taken.length);
      for (const measured of taken)
        observations.push({ anchor, measured, share, ageS: (nowMs - measured.atMs) / 1000 });
    }
  }
  // In a fixed order, so that sums do not depend on the order of arrival.
  return observations.sort((a, b) => (a.anchor.id < b.anchor.id ? -1 : a.anchor.id > b.anchor.id ? 1 : 0));
}
