/**
 * Classes of SQLSTATE that say nothing about the request: connection exception, insufficient resources, the server going
 * down or starting.
 */
const awayStates = /^(08...|53...|57P0[1-5]|25P0[34])$/;
/** A statement, lock or transaction time-out, a deadlock, a serialisation failure: a later try may succeed. */
const slowStates = /^(57014|55P03|40001|40P01)$/;
const awayCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
]);
/** The driver and its pool have no codes of their own for these. */
const awayTexts =
  /^(Connection terminated|Client has encountered a connection error|The embedded database (failed|has stopped))/;
const slowTexts = /^(timeout exceeded when trying to connect|Query read timeout)/;

/**
 * What an error says about the database (or another service that we stand on) rather than about the request: `away` or
 * `slow`; null: it is about something else.
 */
export function databaseFault(error: unknown): "away" | "slow" | null {
  // Followed by hand, so that a chain that leads back to itself ends.
  for (let [at, depth]: [unknown, number] = [error, 0]; at instanceof Error && depth < 5; depth += 1) {
    const code = "code" in at && typeof at.code === "string" ? at.code : "";
    if (awayStates.test(code) || awayCodes.has(code) || awayTexts.test(at.message)) return "away";
    if (slowStates.test(code) || slowTexts.test(at.message)) return "slow";
    // A name with several addresses is refused at each of them.
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return null;
}
