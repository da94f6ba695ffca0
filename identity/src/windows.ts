import { CompiledQuery, type Kysely } from "kysely";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { IdentityTables } from "./schema.ts";

/** `points` events of a key are allowed within a fixed window, which the first of them opens. */
export interface Window {
  /** The prefix of its keys in the database. */
  name: string;
  points: number;
  durationS: number;
  /** Refuses from memory once the window is used up, so that a flood costs no writes. */
  inMemory?: boolean;
}

export type Windows = ReturnType<typeof createWindows>;

/**
 * Counters of rate-limiter-flexible in our database, so that neither a restart nor a second process forgets them. The
 * library reads the machine's clock itself.
 */
export function createWindows(db: Kysely<IdentityTables>) {
  // The library calls no other method of its client.
  const storeClient = {
    query: ({ text, values }: { text: string; values: unknown[] }) => db.executeQuery(CompiledQuery.raw(text, values)),
  };
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = ({ name, points, durationS, inMemory = false }: Window): RateLimiterPostgres => {
    const key = `${name} ${points}`;
    const known = limiters.get(key);
    if (known) return known;
    const made = new RateLimiterPostgres({
      storeClient,
      storeType: "client",
      tableName: "identity_windows",
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: durationS,
      ...(inMemory ? { inMemoryBlockOnConsumed: points + 1 } : {}),
    });
    limiters.set(key, made);
    return made;
  };

  return {
    /**
     * Counts one event; false if the window was already used up.
     * @param noteRefusal called for the first event that the window refuses, in any process
     */
    async take(window: Window, key: string, noteRefusal: () => void = () => undefined): Promise<boolean> {
      try {
        await limiterOf(window).consume(key);
        return true;
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        if (error.consumedPoints === window.points + 1) noteRefusal();
        return false;
      }
    },

    /** Deletes expired windows. */
    async sweep(nowMs: number): Promise<void> {
      await db.deleteFrom("identity_windows").where("expire", "<", String(nowMs)).execute();
    },
  };
}
