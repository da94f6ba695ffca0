/** The wait after the first failure and the longest one, ms; a random half of each is left out. */
const firstWaitMs = 500;
const longestWaitMs = 30_000;

/** The trouble of a copy, for monitors; null: none. */
export function staleWords(sinceMs: number | null): string | null {
  return sinceMs === null ? null : `changes could not be read since ${new Date(sinceMs).toISOString()}`;
}

/** Brings a copy of what is stored up to date, part by part. While that fails, what the copy had stays in use. */
export interface Refresher<Part> {
  /** These parts have changed where they are stored. */
  ask(...parts: Part[]): void;
  /** When the turn under way has ended; while waiting for another try: at once. */
  settled(): Promise<void>;
  /** Since when the copy could not be read anew, ms; null: it holds what was asked for. */
  staleSinceMs(): number | null;
  close(): void;
}

/**
 * One turn at a time; what is asked for meanwhile makes up the next one. After a failure the same parts are tried again,
 * ever more seldom.
 */
export function refresher<Part>(parts: {
  read(asked: Part[]): Promise<void>;
  now(): number;
  /** In [0, 1): processes that lost the same database come back one by one. */
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
      const asked = pending;
      pending = [];
      try {
        await parts.read(asked);
        failures = 0;
        staleMs = null;
      } catch (error) {
        if (isClosed) return;
        pending = [...asked, ...pending];
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
      // Asked for between the last look and now.
      if (pending.length > 0) start();
    });
  };

  return {
    ask: (...asked) => {
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
