import { AppError } from "@pulse/contract/errors";
import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from "jose";

/** A set as old as this is read again, while it goes on serving. */
const freshMs = 10 * 60_000;
/** How long after a failed try the next one comes. */
const retryMs = 30_000;
/** A token that names an unknown key makes us read the set again, but no more often than this. */
const rereadMs = 5_000;
/** How long one try may take. */
const patienceMs = 5_000;

/**
 * The keys that a pool publishes. The last set that could be read serves until a newer one is there, so an endpoint that
 * fails or hangs, or an event loop that was held, never makes a good token look bad.
 * @param problem told of a try in the background that failed
 * @returns the key of a token; throws `service_unavailable` where the keys that would decide cannot be read
 */
export function publishedKeys(jwksUrl: string, now: () => number, problem: (error: unknown) => void): JWTVerifyGetKey {
  // It reads only when we say so: on its own it would wait for a newer set, and fail with it, once the last one is old.
  const own = { cacheMaxAge: Infinity, cooldownDuration: Infinity };
  const set = createRemoteJWKSet(new URL(jwksUrl), { ...own, timeoutDuration: patienceMs });
  let readMs: number | null = null;
  let triedMs = 0;

  const read = async (): Promise<void> => {
    triedMs = now();
    try {
      await set.reload();
      readMs = now();
    } catch (cause) {
      throw new AppError("service_unavailable", { cause, headers: { "retry-after": "5" } });
    }
  };

  return async (header, token) => {
    if (readMs === null) await read();
    else if (now() - readMs > freshMs && now() - triedMs > retryMs) read().catch(problem);
    try {
      return await set(header, token);
    } catch (error) {
      const isKnown = readMs !== null && now() - readMs < rereadMs;
      if (!(error instanceof errors.JWKSNoMatchingKey) || isKnown) throw error;
      await read();
      return set(header, token);
    }
  };
}
