/** A clock that has gone back by more was set. */
const clockSetMs = 1_000;
/** Who has had no turn for so many ticks waits for something else than time. */
const mostTicks = 50;

export interface TickClock {
  /** The moment of the last tick. */
  lastMs(): number;
  /** Ticks for every moment up to this one, as long as anybody waits for one. */
  until(ms: number): void;
}

/**
 * The clock of the live path: it goes by what was heard, not by when it is worked, so that the same records lead to the
 * same ticks once more after a crash. Ticks lie on whole multiples of `everyMs`.
 */
export function tickClock(parts: {
  everyMs: number;
  tick(nowMs: number): void;
  /** Whether anybody waits for a tick. */
  busy(): boolean;
}): TickClock {
  const { everyMs, tick, busy } = parts;
  let lastMs = -Infinity;
  return {
    lastMs: () => lastMs,
    until: (ms) => {
      const newestMs = Math.floor(ms / everyMs) * everyMs;
      if (newestMs < lastMs - clockSetMs || lastMs === -Infinity) lastMs = newestMs - everyMs;
      for (let ticks = 0; lastMs < newestMs; ticks++) {
        lastMs = busy() && ticks < mostTicks ? lastMs + everyMs : newestMs;
        tick(lastMs);
      }
    },
  };
}
