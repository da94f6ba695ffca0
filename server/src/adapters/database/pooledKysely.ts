import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { DatabaseLimits } from "./databaseLimits.ts";
import { guardedPool } from "./guardedPool.ts";
import type { Database } from "./schema.ts";
import { valueParsers } from "./valueParsers.ts";

/** A new connection that does not get through its first statement is given up. */
const greetingMs = 10_000;

/**
 * A pool of `pg`, the same for both databases. A connection that breaks fails the query on it and the next query opens
 * another one; while it is idle only `onError` hears of it. `limits` are the server's own time-outs; null: none.
 */
export function openPool(
  config: pg.PoolConfig,
  limits: DatabaseLimits | null,
  onError: ((error: Error) => void) | undefined,
): pg.Pool {
  const settings = [
    "set time zone 'UTC'",
    ...(limits === null
      ? []
      : [
          `set statement_timeout = ${limits.statementMs}`,
          `set lock_timeout = ${limits.lockMs}`,
          `set idle_in_transaction_session_timeout = ${limits.idleMs}`,
        ]),
  ];
  const greet = (client: pg.ClientBase): Promise<unknown> =>
    client.query({ text: settings.join("; "), query_timeout: greetingMs } as pg.QueryConfig);
  const pool = new pg.Pool({
    ...config,
    types: valueParsers,
    // oxlint-disable-next-line typescript/no-misused-promises -- It is waited for, whatever its type says.
    onConnect: greet,
  });
  pool.on("error", (error) => onError?.(error));
  // Between two queries of a transaction nobody else listens, and an error that nobody hears ends the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Kysely over a pool. Destroying it ends the pool. */
export function pooledKysely(pool: pg.Pool, limits: DatabaseLimits | null): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: guardedPool(pool, limits) }) });
}
