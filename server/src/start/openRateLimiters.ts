import { sharedRateLimiters } from "../platform/database/rateWindows.ts";
import { ownRateLimiters, type RateLimiters } from "../platform/http/rateLimit.ts";
import type { BaseContext } from "./baseContext.ts";
import type { Storage } from "./storage.ts";

/** How often windows that have passed are deleted, ms. */
const sweepMs = 10 * 60_000;

/** Limits on calls: counted by this process or, if there may be several, by all together. */
export function openRateLimiters(
  parts: Pick<BaseContext, "config" | "every" | "now"> & Pick<Storage, "db">,
): RateLimiters {
  if (parts.config.nats === null) return ownRateLimiters;
  const { limiters, sweep } = sharedRateLimiters(parts.db);
  parts.every(sweepMs, () => sweep(parts.now()));
  return limiters;
}
