import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";
import { type DatabaseLimits, serverSettings } from "./databaseLimits.ts";
import { asUnavailable, DatabaseUnavailable } from "./databaseUnavailable.ts";

/** A server cancels a slow statement itself. If it hangs, or is the embedded database, we give up this much later. */
const graceMs = 1_000;

/**
 * A pool for Kysely whose users never wait without end. A statement that is not answered in time, or a transaction that
 * does nothing, loses its connection: nothing else would end it on a server that hangs, or on the embedded database,
 * which has no time-outs. Every error about the database's state becomes a DatabaseUnavailable. With `limits` null
 * nothing times out (migrations).
 * @param isShared whether the limits are set for each transaction
 */
export function guardedPool(pool: pg.Pool, limits: DatabaseLimits | null, isShared = false): PostgresPool {
  const guarded = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    connect: async () => {
      const client = await connection(pool, limits?.waitMs ?? null);
      let known = guarded.get(client);
      if (!known) guarded.set(client, (known = guard(client, limits, isShared)));
      return known;
    },
    end: () => pool.end(),
  };
}

/**
 * Impatient and patient users share the embedded database's one connection, so the wait is timed here, not in the pool.
 */
async function connection(pool: pg.Pool, waitMs: number | null): Promise<pg.PoolClient> {
  const connecting = pool.connect().catch((error: unknown) => {
    throw asUnavailable(error);
  });
  if (waitMs === null) return connecting;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const why = new Error(`no connection within ${waitMs} ms, ${pool.waitingCount} wait for one`);
      reject(new DatabaseUnavailable("busy", why));
      // A connection that comes too late goes back to the pool.
      connecting.then((client) => client.release()).catch(() => undefined);
    }, waitMs);
  });
  return Promise.race([connecting, tooLong]).finally(() => clearTimeout(timer));
}

/** How Kysely begins a transaction. */
const beginning = /^(begin|start transaction)\b/;

function guard(client: pg.PoolClient, limits: DatabaseLimits | null, isShared: boolean): PostgresPoolClient {
  const locals = isShared && limits !== null ? serverSettings(limits).map((setting) => `; set local ${setting}`) : [];
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
      // Whoever holds it may never return it.
      client.release(true);
    }, ms + graceMs);
  };
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    if (cut) throw cut;
    within(limits?.statementMs, "a statement was given up");
    try {
      if (locals.length === 0 || !beginning.test(text)) return await client.query(text, [...values]);
      // One result for each statement: the first is what the caller has asked for.
      const results: unknown = await client.query(`${text}${locals.join("")}`);
      return Array.isArray(results) ? results[0] : results;
    } catch (error) {
      throw cut ?? asUnavailable(error);
    } finally {
      if (!cut) within(limits?.idleMs, "a connection was held without being used, and was closed");
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
