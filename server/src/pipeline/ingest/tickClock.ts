/** A clock that goes back by more than this was set. */
const clockSetMs = 1_000;
/** Somebody who waited for more ticks than this waits for something other than time. */
const maxTicks = 50;

export interface TickClock {
  /** The moment of the last tick. */
  lastMs(): number;
  /** Ticks for every moment up to this one, as long as anybody waits. Null: no tick is due. */
  until(ms: number): Promise<void> | null;
}

/**
 * The clock of the live path. It follows the times of the records, not the time of the work, so that after a crash the
 * same records lead to the same ticks. Ticks are at multiples of `everyMs`.
 */
export function tickClock(parts: {
  everyMs: number;
  tick(nowMs: number): Promise<void>;
  /** Whether anybody waits for a tick. */
  busy(): boolean;
}): TickClock {
  const { everyMs, tick, busy } = parts;
  let lastMs = -Infinity;
  const tickTo = async (newestMs: number): Promise<void> => {
    for (let ticks = 0; lastMs < newestMs; ticks++) {
      lastMs = busy() && ticks < maxTicks ? lastMs + everyMs : newestMs;
      await tick(lastMs);
    }
  };
  return {
    lastMs: () => lastMs,
    until: (ms) => {
      const newestMs = Math.floor(ms / everyMs) * everyMs;
      if (newestMs < lastMs - clockSetMs || lastMs === -Infinity) lastMs = newestMs - everyMs;
      return lastMs < newestMs ? tickTo(newestMs) : null;
    },
  };
}
