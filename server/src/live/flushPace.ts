/** Sending this much after each tick is as good as right after it, ms. */
const soonMs = 100;
/** A later pace is kept for this long, since leaving out a message delays everything in it by half a second. */
const latePaceMs = 120_000;
/** If the tick after a left-out message is later than this, everything is sent without waiting for that tick, ms. */
const overdueMs = 100;

export interface FlushPace {
  /** A tick of the live path is over, and its fixes have been handed on. */
  ticked(tickMs: number): void;
  close(): void;
}

/**
 * Sends right after the ticks at which fixes are made, so that nothing waits twice, but never sooner than `everyMs`
 * after the last time. A late message therefore delays those after it by as much; one is left out to return to the
 * ticks when that has lasted for a while.
 */
export function flushPace(parts: {
  everyMs: number;
  /** A clock that is never set, ms. */
  now(): number;
  /** False: it is too early for anything to be shown, and it is tried again. */
  flush(): boolean;
}): FlushPace {
  const { everyMs, now, flush } = parts;
  let lastTick = Number.NaN;
  let lastMs = -Infinity;
  // Since when messages have been later than their ticks; null: they are not. At the start there is no pace to keep.
  let lateSinceMs: number | null = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  const send = (): void => {
    clearTimeout(timer);
    lastMs = now();
    if (!flush()) timer = setTimeout(send, everyMs);
  };
  return {
    ticked: (tickMs) => {
      const newest = Math.floor(tickMs / everyMs);
      if (newest === lastTick) return;
      lastTick = newest;
      const waitMs = lastMs + everyMs - now();
      if (waitMs > soonMs) lateSinceMs ??= now();
      else if (lastMs !== -Infinity) lateSinceMs = null;
      if (waitMs <= 0) return send();
      clearTimeout(timer);
      const isSkipped = lateSinceMs !== null && now() - lateSinceMs > latePaceMs;
      timer = setTimeout(send, isSkipped ? everyMs + overdueMs : waitMs);
    },
    close: () => clearTimeout(timer),
  };
}
