/** What is known of a tag's motion. */
export interface Motion {
  moving: boolean;
  known: boolean;
  /** Since when it is known, ms; since when it is calm; when it was judged last. */
  sinceMs: number;
  calmSinceMs: number | null;
  judgedMs: number;
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
    movedMs: -Infinity,
  };
}
