/** A tick this much too early is waited for; after an earlier one the next tick is better, ms. */
const soonMs = 100;
/** If no tick follows, what there is is sent this much later than it might be, ms. */
const patienceMs = 300;

export interface FlushPace {
  /** A tick of the live path is over, and its fixes have been handed on. */
  ticked(tickMs: number): void;
  close(): void;
}

/**
 * Sends right after the ticks at which fixes are made, so that nothing waits twice, but never sooner than `everyMs`
 * after the last time.
 */
export function flushPace(parts: {
  everyMs: number;
  /** A clock that is never set, ms. */
  now(): number;
  /** False: it is too early for anything to be shown, and it is tried again. */
  flush(): boolean;
}): FlushPace {
  const { everyMs, now, flush } = parts;
  let turn = Number.NaN;
  let lastMs = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  const send = (): void => {
    clearTimeout(timer);
    lastMs = now();
    if (!flush()) timer = setTimeout(send, everyMs);
  };
  return {
    ticked: (tickMs) => {
      const newest = Math.floor(tickMs / everyMs);
      if (newest === turn) return;
      turn = newest;
      const restMs = lastMs + everyMs - now();
      if (restMs <= 0) return send();
      clearTimeout(timer);
      timer = setTimeout(send, restMs < soonMs ? restMs : restMs + patienceMs);
    },
    close: () => clearTimeout(timer),
  };
}
