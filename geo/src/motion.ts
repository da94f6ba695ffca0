import type { LatLon } from "./latLon.ts";
import { bearingDeg, stepM } from "./step.ts";

/** After this long a step counts 1/e, s: if longer, the heading turns later; if shorter, it follows noise. Decision 28. */
const fadesS = 1.75;
/** A thing moves once it has recently gone `startsM`, and until it has recently gone less than `keepsM`. */
const startsM = 1;
const keepsM = 0.5;
/** After this long without a step a thing counts as still, ms. */
const settleMs = 2000;

/** A thing's movement, as its positions show it. */
export interface Motion {
  moving: boolean;
  /** Compass bearing of its recent steps, degrees; null while they are no more than noise. */
  headingDeg: number | null;
  /** When it was last seen to move, ms; null before the first time. */
  steppedAtMs: number | null;
  /** How far it has recently gone, m: the sum of its steps, with older ones counting less. */
  eastM: number;
  northM: number;
}

/** A position at a moment. */
export interface TimedPlace extends LatLon {
  floorId: string | null;
  atMs: number;
}

/** Nothing is known yet. */
export const noMotion: Motion = {
  moving: false,
  headingDeg: null,
  steppedAtMs: null,
  eastM: 0,
  northM: 0,
};

/**
 * The movement after a new position: `location_update` carries none, so it is derived from the steps. One step alone is
 * mostly noise; the steps of the last seconds together are not. A change of floor is movement without a heading.
 */
export function motionAfter(last: Motion, from: TimedPlace | null, to: TimedPlace): Motion {
  if (from === null) return last;
  if (from.floorId !== to.floorId) return { ...noMotion, moving: true, steppedAtMs: to.atMs };
  const forS = Math.max(0, (to.atMs - from.atMs) / 1000);
  const decay = Math.exp(-forS / fadesS);
  // Only the end of a longer step is recent. So a walk yields the same distance however often it is seen.
  const share = forS > fadesS ? fadesS / forS : 1;
  const step = stepM(from, to);
  const eastM = decay * last.eastM + share * step.eastM;
  const northM = decay * last.northM + share * step.northM;
  if (Math.hypot(eastM, northM) >= (last.headingDeg === null ? startsM : keepsM))
    return {
      moving: true,
      headingDeg: bearingDeg({ eastM: eastM, northM: northM }),
      steppedAtMs: to.atMs,
      eastM,
      northM,
    };
  const isSettled = last.steppedAtMs === null || to.atMs - last.steppedAtMs >= settleMs;
  return { ...last, moving: last.moving && !isSettled, headingDeg: null, eastM, northM };
}
