const smoothMs = 40;
const longestPauseMs = 400;

/**
 * How long a glide rests between two pictures: not at all if frames are cheap. If they are slow (a machine without a
 * graphics card draws in software), twice as long as a frame takes, so that most of the time is left for the page.
 */
export function pace() {
  let frameMs = 0;
  return {
    /** Two frames after a change took `ms` in all. */
    tookTwoFrames(ms: number): void {
      frameMs = frameMs === 0 ? ms / 2 : frameMs * 0.7 + (ms / 2) * 0.3;
    },
    restMs: (): number => (frameMs > smoothMs ? Math.min(longestPauseMs, Math.round(2 * frameMs)) : 0),
  };
}
