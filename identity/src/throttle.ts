import { sql, type Kysely } from "kysely";
import { refuse } from "./errors.ts";
import type { IdentityTables } from "./schema.ts";

/** How much is let through. Windows are fixed, counted from the first event in them. */
export interface ThrottleLimits {
  addressPerMin: number;
  /** Tests, the demo and a local proxy all come from loopback. */
  loopbackPerMin: number;
  /** Wrong passwords before the first lock of 1 s, which doubles with each further one. */
  freeFailures: number;
  maxLockMs: number;
  /** Without an attempt for this long, the count starts anew. */
  forgetFailuresMs: number;
  mfaCodesPerHour: number;
  resendsPerHour: number;
  confirmsPerHour: number;
  passwordChangesPerHour: number;
  attributeCodesPerHour: number;
  attributeVerifiesPerHour: number;
  resetsPerHour: number;
  /** Answers that could tell whether a user exists are given no sooner than this. */
  answerFloorMs: number;
}

// Cognito's own figures where it states them; the sign-in codes only bound what a stolen password can cost in SMS.
export const defaultLimits: ThrottleLimits = {
  addressPerMin: 300,
  loopbackPerMin: 3000,
  freeFailures: 5,
  maxLockMs: 15 * 60_000,
  forgetFailuresMs: 15 * 60_000,
  mfaCodesPerHour: 300,
  resendsPerHour: 5,
  confirmsPerHour: 15,
  passwordChangesPerHour: 5,
  attributeCodesPerHour: 5,
  attributeVerifiesPerHour: 15,
  resetsPerHour: 10,
  answerFloorMs: 250,
};

const minuteMs = 60_000;
const hourMs = 3_600_000;

export type Throttle = ReturnType<typeof createThrottle>;

/** Runs work of one key one after another within this process. */
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

/** Counters in the database, so that a restart or a second process forgets nothing. */
export function createThrottle(db: Kysely<IdentityTables>, now: () => number, limits: ThrottleLimits) {
  const inTurn = createTurns();

  const blockedUntilMs = new Map<string, number>();

  /** Counts one event in its window, which it may open. */
  async function count(key: string, windowMs: number): Promise<{ count: number; window_started_at: Date }> {
    const at = new Date(now());
    const windowFrom = new Date(now() - windowMs);
    return db
      .insertInto("identity_throttles")
      .values({ key, count: 1, window_started_at: at, locked_until: at })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet({
          count: sql<number>`case when identity_throttles.window_started_at <= ${windowFrom}::timestamptz then 1 else identity_throttles.count + 1 end`,
          window_started_at: sql<Date>`case when identity_throttles.window_started_at <= ${windowFrom}::timestamptz then ${at}::timestamptz else identity_throttles.window_started_at end`,
        }),
      )
      .returning(["count", "window_started_at"])
      .executeTakeFirstOrThrow();
  }

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
      .values({ key, count: 1, window_started_at: at, locked_until: new Date(now() + firstLockMs) })
      .onConflict((conflict) =>
        conflict
          .column("key")
          .doUpdateSet({
            count: failures,
            window_started_at: at,
            locked_until: sql<Date>`${at}::timestamptz + (${lockMs}) * interval '1 millisecond'`,
          })
          .where("identity_throttles.locked_until", "<=", at),
      )
      .returning("count")
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Forgets the failures of a key, as after a reset of the password. */
  async function forgive(key: string): Promise<void> {
    await db.deleteFrom("identity_throttles").where("key", "=", `guess:${key}`).execute();
  }

  return {
    limits,

    /** TooManyRequestsException above the address's share of a minute. */
    async address(ip: string): Promise<void> {
      const key = `address:${networkOf(ip)}`;
      const limit = isLoopback(ip) ? limits.loopbackPerMin : limits.addressPerMin;
      // A flood is not worth a write for each of its requests.
      if ((blockedUntilMs.get(key) ?? 0) > now()) throw refuse.tooManyRequests();
      const counted = await count(key, minuteMs);
      if (counted.count <= limit) return;
      blockedUntilMs.set(key, counted.window_started_at.getTime() + minuteMs);
      throw refuse.tooManyRequests();
    },

    /** LimitExceededException above `limit` events an hour. */
    async hourly(purpose: string, subject: string, limit: number): Promise<void> {
      if ((await count(`hourly:${purpose}:${subject}`, hourMs)).count > limit) throw refuse.limitExceeded();
    },

    /**
     * One guess at a secret. It is counted as failed before it is judged, so that parallel guesses gain nothing;
     * guesses of one key wait for each other, so that a person signing in on five screens at once is not locked out.
     * While locked, nothing is judged or counted.
     */
    guess(key: string, isRight: () => Promise<boolean> | boolean): Promise<"right" | "wrong" | "locked"> {
      return inTurn(key, async () => {
        if (!(await countFailure(`guess:${key}`))) return "locked";
        if (!(await isRight())) return "wrong";
        await forgive(key);
        return "right";
      });
    },

    forgive,

    /** Drops counters that no longer mean anything. */
    async sweep(): Promise<void> {
      for (const [key, untilMs] of blockedUntilMs) if (untilMs <= now()) blockedUntilMs.delete(key);
      const idle = new Date(now() - Math.max(hourMs, limits.forgetFailuresMs));
      await db
        .deleteFrom("identity_throttles")
        .where("window_started_at", "<", idle)
        .where("locked_until", "<", idle)
        .execute();
    },
  };
}

const unmapped = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, "");
const isLoopback = (ip: string): boolean => ip === "::1" || unmapped(ip).startsWith("127.");

/** An IPv4 address, or the /64 of an IPv6 address: one host commonly owns a whole one. */
export function networkOf(address: string): string {
  const ip = unmapped(address);
  if (!ip.includes(":")) return ip;
  const [head = "", tail] = ip.toLowerCase().split("%")[0]?.split("::") ?? [];
  const front = head === "" ? [] : head.split(":");
  const back = !tail ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array.from({ length: zeros }, () => "0"), ...back];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
