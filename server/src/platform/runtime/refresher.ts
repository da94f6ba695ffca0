/** The wait after the first failure and the longest one, ms; each is shortened at random by up to a half. */
const firstWaitMs = 500;
const longestWaitMs = 30_000;

/** The problem of a stale copy in words, for monitors; null: there is none. */
export function stalenessReason(sinceMs: number | null): string | null {
  return sinceMs === null ? null : `changes could not be read since ${new Date(sinceMs).toISOString()}`;
}

/** Keeps a copy of stored data up to date, part by part. While that fails, the old copy stays in use. */
export interface Refresher<Part> {
  /** These parts have changed in the store. */
  request(...parts: Part[]): void;
  /** Resolves when the present turn has ended; at once while the next attempt is waited for. */
  settled(): Promise<void>;
  /** Since when the copy could not be updated, ms; null: it is up to date. */
  staleSinceMs(): number | null;
  close(): void;
}

/**
 * Runs one turn at a time; what is asked for meanwhile makes up the next turn. After a failure the same parts are tried
 * again, after longer and longer pauses.
 */
export function refresher<Part>(parts: {
  read(asked: Part[]): Promise<void>;
  now(): number;
  /** In [0, 1), so that processes that lost the same database do not all come back at once. */
  random(): number;
  problem(error: unknown): void;
}): Refresher<Part> {
  let pending: Part[] = [];
  let turn: Promise<void> | null = null;
  let retry: NodeJS.Timeout | null = null;
  let failures = 0;
  let staleMs: number | null = null;
  let isClosed = false;

  const run = async (): Promise<void> => {
    while (pending.length > 0) {
      const changes = pending;
      pending = [];
      try {
        await parts.read(changes);
        failures = 0;
        staleMs = null;
      } catch (error) {
        if (isClosed) return;
        pending = [...changes, ...pending];
        staleMs ??= parts.now();
        parts.problem(error);
        return later();
      }
    }
  };
  const later = (): void => {
    const longestMs = Math.min(longestWaitMs, firstWaitMs * 2 ** failures++);
    retry = setTimeout(
      () => {
        retry = null;
        start();
      },
      longestMs * (0.5 + parts.random() / 2),
    );
    retry.unref();
  };
  const start = (): void => {
    if (turn !== null || retry !== null) return;
    turn = run().finally(() => {
      turn = null;
      // Parts may have been asked for since the last look.
      if (pending.length > 0) start();
    });
  };

  return {
    request: (...asked) => {
      if (isClosed) return;
      pending.push(...asked);
      start();
    },
    settled: async () => {
      await turn;
    },
    staleSinceMs: () => staleMs,
    close: () => {
      isClosed = true;
      pending = [];
      if (retry !== null) clearTimeout(retry);
    },
  };
}
