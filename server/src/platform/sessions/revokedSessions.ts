/** Tokens of sessions revoked earlier than this have expired: embedded tokens live for 8 h. */
const rememberMs = 24 * 3600_000;

export interface RevokedSessions {
  has(originJti: string): boolean;
  /** Once it resolves, sessions that had ended before the call are known. */
  refresh(): Promise<void>;
}

/** The sessions that were ended early, read again every few seconds, so that a deleted person is out within a minute. */
export function revokedSessions(
  read: (sinceMs: number) => Promise<readonly string[]>,
  now: () => number,
): RevokedSessions {
  let revoked: ReadonlySet<string> = new Set();
  let started = 0;
  let newest = 0;
  return {
    has: (originJti) => revoked.has(originJti),
    refresh: async () => {
      const mine = (started += 1);
      const ids = await read(now() - rememberMs);
      // One that was started later may have been answered first, and knows more.
      if (mine < newest) return;
      newest = mine;
      revoked = new Set(ids);
    },
  };
}
