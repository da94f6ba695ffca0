import { AppError } from "@pulse/contract/errors";
import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from "jose";

/** Keys older than this are read again, while the old ones stay in use. */
const freshMs = 10 * 60_000;
/** How long after a failure the next attempt follows. */
const retryMs = 30_000;
/** A token with an unknown key makes us read the keys again, but no more often than this. */
const rereadMs = 5_000;
/** How long one attempt may take. */
const timeoutMs = 5_000;

/**
 * The keys that a pool publishes. The last keys that could be read stay in use until newer ones are there, so that an
 * endpoint that fails or hangs, or a blocked event loop, never makes a good token look bad.
 * @param problem called for a failed attempt in the background
 * @returns the key of a token; throws `service_unavailable` if the necessary keys cannot be read
 */
export function publishedKeys(jwksUrl: string, now: () => number, problem: (error: unknown) => void): JWTVerifyGetKey {
  // It must read only when we say so: on its own it waits for newer keys once the old ones expire, and fails if that
  // fails.
  const cacheOptions = { cacheMaxAge: Infinity, cooldownDuration: Infinity };
  const set = createRemoteJWKSet(new URL(jwksUrl), { ...cacheOptions, timeoutDuration: timeoutMs });
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
