/** What is known of a tag's motion. */
export interface Motion {
  moving: boolean;
  known: boolean;
  /** Since when it is known, ms; since when it is calm; when it was judged last. */
  sinceMs: number;
  calmSinceMs: number | null;
  judgedMs: number;
  /** Since when it is taken for moving on trial, and since when no trial is made since the last one failed, ms; null: neither. */
  trialMs: number | null;
  failedMs: number | null;
  /** Whether its gateways agreed during the trial. */
  isAgreed: boolean;
  /** Since when it stood as the trial began, ms. */
  stoodSinceMs: number;
  /** When the newest packet was heard by which it moved, ms. */
  movedMs: number;
}

export function newMotion(): Motion {
  return {
    moving: false,
    known: false,
    sinceMs: -Infinity,
    calmSinceMs: null,
    judgedMs: -Infinity,
    trialMs: null,
    failedMs: null,
    isAgreed: false,
    stoodSinceMs: -Infinity,
    movedMs: -Infinity,
  };
}

/** Writes what is known from now on. */
export function become(motion: Motion, moving: boolean, nowMs: number): void {
  if (motion.known && motion.moving === moving) return;
  motion.known = true;
  motion.moving = moving;
  motion.sinceMs = nowMs;
}
