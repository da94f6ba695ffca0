import { sql, type Kysely } from "kysely";
import { refuse } from "./errors.ts";
import { isLoopback, networkOf } from "./networks.ts";
import type { IdentityTables } from "./schema.ts";
import type { Windows } from "./windows.ts";

/** How much is allowed. */
export interface ThrottleLimits {
  addressPerMin: number;
  /** Tests, the demo and a local proxy all come from loopback. */
  loopbackPerMin: number;
  /** Wrong passwords before the first lock of 1 s, which doubles with each further one. */
  freeFailures: number;
  maxLockMs: number;
  /** Without an attempt for this long, the count starts again. */
  forgetFailuresMs: number;
  resendsPerHour: number;
  confirmsPerHour: number;
  passwordChangesPerHour: number;
  attributeCodesPerHour: number;
  attributeVerifiesPerHour: number;
  resetsPerHour: number;
  signInMailsPerHour: number;
  /** Answers that could reveal whether a user exists take at least this long. */
  answerFloorMs: number;
}

// Cognito's figures, where it states them.
export const defaultLimits: ThrottleLimits = {
  addressPerMin: 300,
  loopbackPerMin: 3000,
  freeFailures: 5,
  maxLockMs: 15 * 60_000,
  forgetFailuresMs: 15 * 60_000,
  resendsPerHour: 5,
  confirmsPerHour: 15,
  passwordChangesPerHour: 5,
  attributeCodesPerHour: 5,
  attributeVerifiesPerHour: 15,
  resetsPerHour: 10,
  signInMailsPerHour: 30,
  answerFloorMs: 250,
};

export type Throttle = ReturnType<typeof createThrottle>;

/** Runs pieces of work with the same key one after another within this process. */
function createTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, mine);
    const leave = () => {
      if (last.get(key) === mine) last.delete(key);
    };
    mine.then(leave, leave);
    return mine;
  };
}

/**
 * How often something may be tried. Counters are in the database, so that a restart or a second process forgets nothing.
 * The library counts windows; the locks after wrong guesses are our own (decision 0007).
 */
export function createThrottle(
  db: Kysely<IdentityTables>,
  now: () => number,
  windows: Windows,
  limits: ThrottleLimits,
) {
  const inTurn = createTurns();

  /**
   * Counts one failure unless locked; false while locked, and then nothing changes.
   * Cognito's scheme: n failures lock for 2^(n-5) s, up to 15 min; 15 idle minutes forget them.
   */
  async function countFailure(key: string): Promise<boolean> {
    const at = new Date(now());
    const idleFrom = new Date(now() - limits.forgetFailuresMs);
    const firstLockMs = limits.freeFailures > 1 ? 0 : 1000;
    const failures = sql<number>`case when greatest(identity_throttles.window_started_at, identity_throttles.locked_until) <= ${idleFrom}::timestamptz then 1 else identity_throttles.count + 1 end`;
    const lockMs = sql`case when ${failures} < ${limits.freeFailures}::int then 0 else least(${limits.maxLockMs}::float8, 1000 * power(2::float8, least(${failures} - ${limits.freeFailures}::int, 30))) end`;
    const row = await db
      .insertInto("identity_throttles")
      .values({
        key,
        count: 1,
        window_started_at: at,
        locked_until: new Date(now() + firstLockMs),
        is_refusal_noted: false,
      })
      .onConflict((conflict) =>
        conflict
          .column("key")
          .doUpdateSet({
            count: failures,
            window_started_at: at,
            locked_until: sql<Date>`${at}::timestamptz + (${lockMs}) * interval '1 millisecond'`,
            is_refusal_noted: false,
          })
          .where("identity_throttles.locked_until", "<=", at),
      )
      .returning("count")
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Whether this is the first guess that a lock refuses, in any process. */
  async function isFirstRefusal(key: string): Promise<boolean> {
    const row = await db
      .updateTable("identity_throttles")
      .set({ is_refusal_noted: true })
      .where("key", "=", key)
      .where("is_refusal_noted", "=", false)
      .returning("key")
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Forgets the failures of a key, for instance after a password reset. */
  async function forgive(key: string): Promise<void> {
    await db.deleteFrom("identity_throttles").where("key", "=", `guess:${key}`).execute();
  }

  return {
    limits,

    /**
     * TooManyRequestsException above the address's share of a minute.
     * @param noteRefusal called for the first refusal of each minute
     */
    async address(ip: string, noteRefusal: () => void): Promise<void> {
      const points = isLoopback(ip) ? limits.loopbackPerMin : limits.addressPerMin;
      const window = { name: "address", points, durationS: 60, inMemory: true };
      if (!(await windows.take(window, networkOf(ip), noteRefusal))) throw refuse.tooManyRequests();
    },

    /** LimitExceededException above `limit` events an hour. */
    async hourly(purpose: string, subject: string, limit: number): Promise<void> {
      const window = { name: purpose, points: limit, durationS: 3600 };
      if (!(await windows.take(window, subject))) throw refuse.limitExceeded();
    },

    /**
     * One guess at a secret. It is counted as failed before it is checked, so that parallel guesses gain nothing;
     * guesses of one key wait for each other, so that a person signing in on five screens at once is not locked out.
     * While locked, nothing is checked or counted.
     * @param noteRefusal called for the first guess that a lock refuses; the others are left out of the audit log, which
     * a stranger could fill otherwise (decision 0040)
     */
    guess(
      key: string,
      isRight: () => Promise<boolean> | boolean,
      noteRefusal: () => void,
    ): Promise<"right" | "wrong" | "locked"> {
      return inTurn(key, async () => {
        if (!(await countFailure(`guess:${key}`))) {
          if (await isFirstRefusal(`guess:${key}`)) noteRefusal();
          return "locked";
        }
        if (!(await isRight())) return "wrong";
        await forgive(key);
        return "right";
      });
    },

    forgive,

    /** Deletes expired counters. */
    async sweep(): Promise<void> {
      await windows.sweep(now());
      const idle = new Date(now() - limits.forgetFailuresMs);
      await db
        .deleteFrom("identity_throttles")
        .where("window_started_at", "<", idle)
        .where("locked_until", "<", idle)
        .execute();
    },
  };
}
