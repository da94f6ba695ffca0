/** What is known of a tag's motion. */
export interface Motion {
  moving: boolean;
  known: boolean;
  /** Since when its motion is known, since when it is calm, and when it was last judged, ms. */
  sinceMs: number;
  stillSinceMs: number | null;
  judgedMs: number;
  /** When the newest packet of its motion was heard, ms. */
  movedMs: number;
}

export function newMotion(): Motion {
  return {
    moving: false,
    known: false,
    sinceMs: -Infinity,
    stillSinceMs: null,
    judgedMs: -Infinity,
    movedMs: -Infinity,
  };
}

/** Records whether the tag moves from now on. */
export function setMoving(motion: Motion, moving: boolean, nowMs: number): void {
  if (motion.known && motion.moving === moving) return;
  motion.known = true;
  motion.moving = moving;
  motion.sinceMs = nowMs;
}
