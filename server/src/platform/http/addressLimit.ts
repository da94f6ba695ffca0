import { isLoopbackAddress, networkOf } from "./addresses.ts";
import { consumePoint, type RateLimiters } from "./rateLimit.ts";

/** Counts one call of an address; throws `too_many_requests` with Retry-After when there were too many. */
export type AddressLimit = (address: string) => Promise<void>;

/**
 * Calls a minute that are allowed from one address; this machine itself may make a few hundred (contract section 5a).
 */
const points = { others: 30, loopback: 600 };

/** The limit on calls that need no sign-in. */
export function addressLimit(limiters: RateLimiters): AddressLimit {
  const others = limiters("address", { points: points.others, durationS: 60 });
  const loopback = limiters("loopback", { points: points.loopback, durationS: 60 });
  return async (address) => {
    await consumePoint(isLoopbackAddress(address) ? loopback : others, networkOf(address));
  };
}
