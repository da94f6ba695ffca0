/** How pictures are asked for: `requestAnimationFrame` and its like. */
export interface Frames {
  request(draw: () => void): number;
  cancel(frame: number): void;
}

/**
 * Calls `draw` once for any number of `schedule`s before the next frame. A draw that throws is told and then forgotten:
 * the next one is drawn as if nothing had happened.
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
