/** How long the users of a pool may take, ms. */
export interface DatabaseLimits {
  /** One statement. */
  statementMs: number;
  /** One statement's wait for a lock. */
  lockMs: number;
  /** An open transaction that does nothing. */
  idleMs: number;
  /** The wait for a connection. */
  waitMs: number;
  /** How much memory a sort may use, MB, before it goes to disk; by default the server's own setting. */
  sortMb?: number;
}

/** The server's own settings for these limits, as `set` and `set local` take them. */
export const serverSettings = ({ statementMs, lockMs, idleMs, sortMb }: DatabaseLimits): string[] => [
  `statement_timeout = ${statementMs}`,
  `lock_timeout = ${lockMs}`,
  `idle_in_transaction_session_timeout = ${idleMs}`,
  ...(sortMb === undefined ? [] : [`work_mem = '${sortMb}MB'`]),
];

/** For what people and gateways wait for. */
export const promptLimits: DatabaseLimits = {
  statementMs: 15_000,
  lockMs: 5_000,
  idleMs: 30_000,
  waitMs: 10_000,
};

/** For jobs and files, which may take their time but must not hold up the others. */
export const slowLimits: DatabaseLimits = {
  statementMs: 10 * 60_000,
  lockMs: 30_000,
  idleMs: 5 * 60_000,
  waitMs: 5 * 60_000,
  // A part of a report is somewhat larger than what PostgreSQL sorts in memory unless told otherwise.
  sortMb: 16,
};
