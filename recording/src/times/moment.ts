/** The recorded time: when it began, ms, and how long it lasts, ms. */
export interface RecordedTime {
  startedAtMs: number;
  lengthMs: number;
}

/** Which moment of the recording is shown. */
export interface Moment {
  nowMs: number;
  /** The moment of the recording that is shown now, ms. */
  recordedMs: number;
  /** How often the recording was played since it was made. */
  loop: number;
  /** Added to a recorded time, gives the time that is shown for it, ms. */
  shiftMs: number;
  /** When this loop ends, ms from now. */
  endsInMs: number;
}

/**
 * The moment that is shown at `nowMs`. It follows from the clock alone, so that the service worker, every tab and every
 * visitor see the same without telling each other.
 */
export function momentAt(nowMs: number, { startedAtMs, lengthMs }: RecordedTime): Moment {
  const loop = Math.floor((nowMs - startedAtMs) / lengthMs);
  const shiftMs = loop * lengthMs;
  return { nowMs, recordedMs: nowMs - shiftMs, loop, shiftMs, endsInMs: startedAtMs + lengthMs - (nowMs - shiftMs) };
}

/** The id of something that happens once in each loop: the same all through a loop, and another one in the next three. */
export function idInLoop(id: string, loop: number): string {
  // The digit of a UUID that names its version: 4 to 7 are all valid.
  const version = 4 + (((loop % 4) + 4) % 4);
  return id.length === 36 ? `${id.slice(0, 14)}${version}${id.slice(15)}` : id;
}
