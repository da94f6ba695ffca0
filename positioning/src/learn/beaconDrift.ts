import { LEARN } from "./learnConstants.ts";

/** How well a tag fixed at a known place is found there, averaged over some minutes. */
export interface BeaconDrift {
  /** Share of time that its fixes are outside the radius that should contain 95 %, and how far off they are, m. */
  beyond: number;
  offM: number;
  /** Share of time that it is found on another floor. */
  elsewhere: number;
  /** For how long it has been watched, ms, and when it was last found. */
  watchedMs: number;
  atMs: number;
  isOff: boolean;
}

/** @param offM how far off it was when last watched; null: on another floor */
export function newBeaconDrift(isOff = false, offM: number | null = 0): BeaconDrift {
  return {
    beyond: isOff ? 1 : 0,
    offM: offM ?? 0,
    elsewhere: offM === null ? 1 : 0,
    watchedMs: 0,
    atMs: -Infinity,
    isOff,
  };
}

/**
 * Notes one fix. A beacon is off once most of its fixes of the last minutes were outside their stated radii, and back
 * once few are. True: that has just changed.
 * @param offM how far the fix is from the beacon's place; Infinity: on another floor
 */
export function updateBeaconDrift(drift: BeaconDrift, offM: number, outerM: number, nowMs: number): boolean {
  const heldMs = Math.min(LEARN.driftFixMs, Math.max(0, nowMs - drift.atMs));
  drift.atMs = nowMs;
  const news = 1 - Math.exp(-heldMs / LEARN.driftMs);
  drift.beyond += news * ((offM > outerM ? 1 : 0) - drift.beyond);
  drift.elsewhere += news * ((Number.isFinite(offM) ? 0 : 1) - drift.elsewhere);
  // At first a plain mean, which then forgets.
  const share = drift.watchedMs === 0 ? 1 : Math.max(news, heldMs / (drift.watchedMs + heldMs));
  if (Number.isFinite(offM)) drift.offM += Math.min(1, share) * (offM - drift.offM);
  drift.watchedMs += heldMs;
  const isOff = drift.isOff ? drift.beyond > LEARN.driftBack : drift.beyond >= LEARN.driftOff;
  if (isOff === drift.isOff) return false;
  drift.isOff = isOff;
  return true;
}

/** How far off it is, m; null: where it is off, it is mostly on another floor. */
export function offBy({ offM, beyond, elsewhere }: BeaconDrift): number | null {
  return elsewhere > beyond / 2 ? null : offM;
}
