import type { BaseLogger } from "pino";
import { serialQueue } from "../../platform/runtime/keyedQueue.ts";

/** At most one line a minute while the database refuses writes. */
const logEveryMs = 60_000;

export interface FlushLoop {
  /** Writes everything that is there now, after the write in progress. Rejects when the database refuses. */
  flush(): Promise<void>;
  /** Stops the timer and writes the rest. */
  close(): Promise<void>;
}

/**
 * Calls `write` every `everyMs`, one call at a time, so that a slow database makes the next write later and larger. The
 * argument says whether everything must be written (`flush`, `close`) or only what is due. A failure is logged, and the
 * next call tries again.
 */
export function flushLoop(parts: {
  what: string;
  everyMs: number;
  write: (everything: boolean) => Promise<void>;
  now: () => number;
  log: Pick<BaseLogger, "warn">;
}): FlushLoop {
  const { what, everyMs, write, now, log } = parts;
  const serially = serialQueue();
  let pendingFlushes = 0;
  let loggedMs = -Infinity;

  const next = async (everything: boolean): Promise<void> => {
    pendingFlushes += 1;
    try {
      await serially(() => write(everything));
    } finally {
      pendingFlushes -= 1;
    }
  };
  const timer = setInterval(() => {
    if (pendingFlushes > 0) return;
    next(false).catch((error: unknown) => {
      if (now() - loggedMs < logEveryMs) return;
      loggedMs = now();
      log.warn({ err: error }, `${what} cannot be written for the moment; they are kept and tried again`);
    });
  }, everyMs);
  timer.unref();

  return {
    flush: () => next(true),
    close: () => {
      clearInterval(timer);
      return next(true);
    },
  };
}
