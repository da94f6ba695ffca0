import { AppError } from "@pulse/contract/errors";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Makes a limit of so many calls of a key within a time. @param name tells it from other limits */
export type RateLimiters = (name: string, window: { points: number; durationS: number }) => RateLimiterAbstract;

/** Limits that this process counts by itself. */
export const ownRateLimiters: RateLimiters = (_name, { points, durationS }) =>
  new RateLimiterMemory({ points, duration: durationS });

/** Takes one point of a key. Throws `too_many_requests` with Retry-After if there is none left. */
export async function consumePoint(limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    throw new AppError("too_many_requests", {
      cause: refused,
      values: { seconds },
      headers: { "retry-after": String(seconds) },
    });
  }
}
