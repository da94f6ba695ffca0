import { CompiledQuery, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database } from "./schema.ts";
import { valueParsers } from "./valueParsers.ts";

/**
 * Kysely over a pool of `pg`, the same for both databases. A connection that breaks fails the query on it and the next
 * query opens another one; while it is idle only `onError` hears of it.
 */
export function pooledKysely(config: pg.PoolConfig, onError: ((error: Error) => void) | undefined): Kysely<Database> {
  const pool = new pg.Pool({ ...config, types: valueParsers });
  pool.on("error", (error) => onError?.(error));
  // Between two queries of a transaction nobody else listens, and an error that nobody hears ends the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      pool,
      onCreateConnection: async (connection) => {
        await connection.executeQuery(CompiledQuery.raw("set time zone 'UTC'"));
      },
    }),
  });
}
