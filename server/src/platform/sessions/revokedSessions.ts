/** Tokens of sessions revoked earlier than this have expired: embedded tokens live for 8 h. */
const rememberMs = 24 * 3600_000;

export interface RevokedSessions {
  has(originJti: string): boolean;
  refresh(): Promise<void>;
}

/**
 * The sessions that were ended early, read again every few seconds, so that a deleted person is out within a minute.
 */
export function revokedSessions(
  read: (sinceMs: number) => Promise<readonly string[]>,
  now: () => number,
): RevokedSessions {
  let revoked: ReadonlySet<string> = new Set();
  return {
    has: (originJti) => revoked.has(originJti),
    refresh: async () => {
      revoked = new Set(await read(now() - rememberMs));
    },
  };
}
