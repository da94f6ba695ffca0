/** How frames are requested: `requestAnimationFrame` and the like. */
export interface Frames {
  request(draw: () => void): number;
  cancel(frame: number): void;
}

/**
 * Calls `draw` once for any number of `schedule`s before the next frame. A draw that throws is reported and does not
 * affect the next one.
 */
export function frameLoop(frames: Frames, draw: () => void, failed: (error: unknown) => void) {
  let frame: number | null = null;
  return {
    schedule(): void {
      frame ??= frames.request(() => {
        frame = null;
        try {
          draw();
        } catch (error) {
          failed(error);
        }
      });
    },
    stop(): void {
      if (frame !== null) frames.cancel(frame);
      frame = null;
    },
  };
}
