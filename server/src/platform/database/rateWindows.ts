import { CompiledQuery, type Kysely } from "kysely";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import type { RateLimiters } from "../http/rateLimit.ts";
import type { Database } from "./schema.ts";

/** Limits on calls that all processes of an installation count together. */
export interface SharedRateLimiters {
  limiters: RateLimiters;
  /** Deletes what no longer counts. */
  sweep(nowMs: number): Promise<void>;
}

/** Counts in the database. The library reads the machine's clock itself, which the start has compared. */
export function sharedRateLimiters(db: Kysely<Database>): SharedRateLimiters {
  // The library calls no other method of its client.
  const storeClient = {
    query: ({ text, values }: { text: string; values: unknown[] }) => db.executeQuery(CompiledQuery.raw(text, values)),
  };
  return {
    limiters: (keyPrefix, { points, durationS }) =>
      new RateLimiterPostgres({
        storeClient,
        storeType: "client",
        tableName: "rate_windows",
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix,
        points,
        duration: durationS,
        // A flood costs no writes once its window is used up.
        inMemoryBlockOnConsumed: points + 1,
      }),
    sweep: async (nowMs) => {
      await db.deleteFrom("rate_windows").where("expire", "<", nowMs).execute();
    },
  };
}
