import { DatabaseUnavailable } from "../adapters/database/databaseUnavailable.ts";

/** The network's own, of whatever else we stand on. */
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
/** Another service that comes back takes seconds. */
const serviceRetryS = 5;

/**
 * In how many seconds it may be tried again, where an error says something about the database or another service that we
 * stand on rather than about the request; null: it is about the request.
 */
export function retryAfterS(error: unknown): number | null {
  // Followed by hand, so that a chain that leads back to itself ends.
  for (let [at, depth]: [unknown, number] = [error, 0]; at instanceof Error && depth < 5; depth += 1) {
    if (at instanceof DatabaseUnavailable) return at.retryAfterS;
    if ("code" in at && awayCodes.has(String(at.code))) return serviceRetryS;
    // A name with several addresses is refused at each of them.
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return null;
}
