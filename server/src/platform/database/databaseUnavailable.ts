/** The reason: nobody answers, it took too long, or others hold the lock or all connections. */
type Reason = "away" | "slow" | "busy";

const messages: Record<Reason, string> = {
  away: "The database does not answer",
  slow: "The database took too long",
  busy: "The database is busy",
};
/** When to try again, s: a restarting server needs longer than a held lock. */
const retryAfterS: Record<Reason, number> = { away: 5, slow: 5, busy: 1 };

/** The database cannot do this now but may be able to soon: a 503 with Retry-After. The request is not at fault. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  readonly reason: Reason;
  readonly retryAfterS: number;

  constructor(reason: Reason, cause?: unknown) {
    const message = cause instanceof Error ? cause.message.split("\n", 1)[0] : "";
    super(message ? `${messages[reason]}: ${message}` : messages[reason], { cause });
    this.reason = reason;
    this.retryAfterS = retryAfterS[reason];
  }
}

/**
 * SQLSTATEs and classes of them (PostgreSQL, appendix A) that are about the server's state, not about the statement.
 */
const reasons: readonly [start: string, Reason][] = [
  ["08", "away"],
  ["25P03", "away"],
  ["25P04", "away"],
  ["40001", "busy"],
  ["40P01", "busy"],
  ["53", "away"],
  ["55P03", "busy"],
  ["57014", "slow"],
  ["57P", "away"],
];

/** Turns a driver's error about the server's state, or about a missing server, into a DatabaseUnavailable. */
export function asUnavailable(error: unknown): unknown {
  // A programming error stays what it is.
  if (error instanceof DatabaseUnavailable || error instanceof TypeError || error instanceof RangeError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!/^[0-9A-Z]{5}$/.test(code) || code.startsWith("E")) return new DatabaseUnavailable("away", error);
  const reason = reasons.find(([start]) => code.startsWith(start))?.[1];
  return reason === undefined ? error : new DatabaseUnavailable(reason, error);
}
