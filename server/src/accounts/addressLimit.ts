import { AppError } from "@pulse/contract/errors";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Counts one call of an address; throws `too_many_requests` with Retry-After when there were too many. */
export type AddressLimit = (address: string) => Promise<void>;

/** So many calls a minute from one address; this machine itself may make a few hundred (contract section 5a). */
const points = { others: 30, loopback: 600 };

/** The limit on what can be called without signing in. */
export function addressLimit(): AddressLimit {
  const others = new RateLimiterMemory({ points: points.others, duration: 60 });
  const loopback = new RateLimiterMemory({ points: points.loopback, duration: 60 });
  return async (address) => {
    const limiter = /^(::1|(::ffff:)?127\.)/.test(address) ? loopback : others;
    try {
      await limiter.consume(address);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      throw new AppError("too_many_requests", {
        cause: refused,
        values: { seconds },
        headers: { "retry-after": String(seconds) },
      });
    }
  };
}
