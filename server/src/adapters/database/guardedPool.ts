import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";
import type { DatabaseLimits } from "./databaseLimits.ts";
import { asUnavailable, DatabaseUnavailable } from "./databaseUnavailable.ts";

/** A server ends a statement itself; one that hangs, or the embedded database, is given up this much later. */
const graceMs = 1_000;

/**
 * A pool as Kysely uses it, whose users wait for nothing without end: a statement that is not answered in time, and a
 * transaction in which nothing happens, cost their connection, since nothing else ends them where the server hangs or is
 * the embedded one, which has no time-outs of its own. Every error about the database's state is a DatabaseUnavailable.
 * `limits` null: no end to anything (migrations).
 */
export function guardedPool(pool: pg.Pool, limits: DatabaseLimits | null): PostgresPool {
  const guarded = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    connect: async () => {
      const client = await connection(pool, limits?.waitMs ?? null);
      let known = guarded.get(client);
      if (!known) guarded.set(client, (known = guard(client, limits)));
      return known;
    },
    end: () => pool.end(),
  };
}

/** The embedded database's one connection has users of either patience, so the wait is counted here and not in the pool. */
async function connection(pool: pg.Pool, waitMs: number | null): Promise<pg.PoolClient> {
  const asked = pool.connect().catch((error: unknown) => {
    throw asUnavailable(error);
  });
  if (waitMs === null) return asked;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const why = new Error(`no connection within ${waitMs} ms, ${pool.waitingCount} wait for one`);
      reject(new DatabaseUnavailable("busy", why));
      // The one that comes too late goes back.
      asked.then((client) => client.release()).catch(() => undefined);
    }, waitMs);
  });
  return Promise.race([asked, tooLong]).finally(() => clearTimeout(timer));
}

function guard(client: pg.PoolClient, limits: DatabaseLimits | null): PostgresPoolClient {
  let cut: DatabaseUnavailable | null = null;
  let timer: NodeJS.Timeout | undefined;
  /** Lets go of the connection unless it is used again in time. */
  const within = (ms: number | undefined, what: string): void => {
    clearTimeout(timer);
    if (ms === undefined) return;
    timer = setTimeout(() => {
      cut = new DatabaseUnavailable("slow", new Error(`${what} after ${ms + graceMs} ms`));
      // Not `end`, which is polite and waits for an answer.
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
      // Whoever holds it may never come back.
      client.release(true);
    }, ms + graceMs);
  };
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    if (cut) throw cut;
    within(limits?.statementMs, "a statement was given up");
    try {
      return await client.query(text, [...values]);
    } catch (error) {
      throw cut ?? asUnavailable(error);
    } finally {
      if (!cut) within(limits?.idleMs, "a connection was held without being used and taken away");
    }
  };
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy) => {
      clearTimeout(timer);
      if (!cut) client.release(destroy);
    },
  };
}
