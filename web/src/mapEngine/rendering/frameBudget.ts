const smoothMs = 40;
const maxPauseMs = 400;

/**
 * How long a glide rests between two pictures: not at all if frames are cheap. If they are slow (a machine without a
 * graphics card draws in software), twice as long as a frame takes, so that most of the time is left for the page.
 */
export function frameBudget() {
  let frameMs = 0;
  return {
    /** Two frames after a change took `ms` in all. */
    recordTwoFrames(ms: number): void {
      frameMs = frameMs === 0 ? ms / 2 : frameMs * 0.7 + (ms / 2) * 0.3;
    },
    pauseMs: (): number => (frameMs > smoothMs ? Math.min(maxPauseMs, Math.round(2 * frameMs)) : 0),
  };
}
