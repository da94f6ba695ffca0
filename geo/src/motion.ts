import type { LatLon } from "./latLon.ts";
import { bearingDeg, stepM } from "./step.ts";

/** A step counts this much less after so long (1/e), s: longer turns later, shorter points at the noise. Decision 103. */
const fadesS = 1.75;
/** What has gone so far lately goes, m; and until it has gone less than the other. */
const startsM = 1;
const keepsM = 0.5;
/** After this long without going a thing stands still, ms. */
const settleMs = 2000;

/** What is known of a thing's movement from its positions. */
export interface Motion {
  moving: boolean;
  /** Compass bearing of the way it went lately, degrees; null while that is not more than noise. */
  headingDeg: number | null;
  /** When it was seen to go last, ms; null before the first time. */
  steppedAtMs: number | null;
  /** How far it went lately, m: the sum of its steps, of which older ones count less. */
  goneEastM: number;
  goneNorthM: number;
}

/** A position at a moment. */
export interface SeenAt extends LatLon {
  floorId: string | null;
  atMs: number;
}

/** Of what nothing is known yet. */
export const standing: Motion = {
  moving: false,
  headingDeg: null,
  steppedAtMs: null,
  goneEastM: 0,
  goneNorthM: 0,
};

/**
 * What a new position says about movement: `location_update` carries none, so it is read from the steps. One step alone is
 * mostly noise; those of the last seconds together are not. A change of floor is movement without a heading.
 */
export function motionAfter(last: Motion, from: SeenAt | null, to: SeenAt): Motion {
  if (from === null) return last;
  if (from.floorId !== to.floorId) return { ...standing, moving: true, steppedAtMs: to.atMs };
  const forS = Math.max(0, (to.atMs - from.atMs) / 1000);
  const kept = Math.exp(-forS / fadesS);
  // Of a step that took longer only its end is of late: so a walk has gone as far lately however often it is seen.
  const share = forS > fadesS ? fadesS / forS : 1;
  const step = stepM(from, to);
  const goneEastM = kept * last.goneEastM + share * step.eastM;
  const goneNorthM = kept * last.goneNorthM + share * step.northM;
  if (Math.hypot(goneEastM, goneNorthM) >= (last.headingDeg === null ? startsM : keepsM))
    return {
      moving: true,
      headingDeg: bearingDeg({ eastM: goneEastM, northM: goneNorthM }),
      steppedAtMs: to.atMs,
      goneEastM,
      goneNorthM,
    };
  const isSettled = last.steppedAtMs === null || to.atMs - last.steppedAtMs >= settleMs;
  return { ...last, moving: last.moving && !isSettled, headingDeg: null, goneEastM, goneNorthM };
}
