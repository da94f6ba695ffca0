import { DatabaseUnavailable } from "../database/databaseUnavailable.ts";

/** Error codes of the network, from any service that we depend on. */
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
/** A service that restarts takes seconds. */
const serviceRetryS = 5;

/**
 * After how many seconds a request may be repeated, if the error is about the database or another service that we
 * depend on; null: it is about the request.
 */
export function retryAfterS(error: unknown): number | null {
  // At most five causes, so that a circular chain ends.
  for (let [at, depth]: [unknown, number] = [error, 0]; at instanceof Error && depth < 5; depth += 1) {
    if (at instanceof DatabaseUnavailable) return at.retryAfterS;
    if ("code" in at && awayCodes.has(String(at.code))) return serviceRetryS;
    // A name with several addresses fails once for each of them.
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return null;
}
