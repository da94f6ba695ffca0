import { AppError } from "@pulse/contract/errors";
import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";

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
