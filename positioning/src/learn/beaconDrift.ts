/** How a tag that hangs at a known place is found there, averaged over some minutes. */
export interface BeaconDrift {
  /** Share of the time in which its fixes lie beyond the radius that should hold 95 %, and how far off they are, m. */
  beyond: number;
  offM: number;
  /** For how long it has been watched, ms, and when it was found last. */
  watchedMs: number;
  atMs: number;
  isOff: boolean;
}

/** Errors of a place last for minutes: what does not last longer says nothing. */
const MINUTES_MS = 10 * 60_000;
/** Between two fixes nothing is known for longer than this, ms. */
const HOLDS_MS = 30_000;
const OFF_AT = 0.6;
const BACK_BELOW = 0.2;

export function newBeaconDrift(isOff = false): BeaconDrift {
  return { beyond: isOff ? 1 : 0, offM: 0, watchedMs: 0, atMs: -Infinity, isOff };
}

/**
 * Notes one fix. A beacon is off once most of its fixes of the last minutes lay beyond what their radii say, and back
 * once few do. True: that has just changed.
 * @param offM how far the fix is from the beacon's place; Infinity: on another floor
 */
export function noteBeacon(drift: BeaconDrift, offM: number, outerM: number, nowMs: number): boolean {
  const heldMs = Math.min(HOLDS_MS, Math.max(0, nowMs - drift.atMs));
  drift.atMs = nowMs;
  const news = 1 - Math.exp(-heldMs / MINUTES_MS);
  drift.beyond += news * ((offM > outerM ? 1 : 0) - drift.beyond);
  // A mean from the start on, which then forgets.
  const share = drift.watchedMs === 0 ? 1 : Math.max(news, heldMs / (drift.watchedMs + heldMs));
  if (Number.isFinite(offM)) drift.offM += Math.min(1, share) * (offM - drift.offM);
  drift.watchedMs += heldMs;
  const isOff = drift.isOff ? drift.beyond > BACK_BELOW : drift.beyond >= OFF_AT;
  if (isOff === drift.isOff) return false;
  drift.isOff = isOff;
  return true;
}
