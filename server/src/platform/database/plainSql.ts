import type { PostgresPool } from "kysely";

/** Runs a statement with its values, or a script of several statements without values, unchanged. */
export type PlainSql = (text: string, values?: readonly unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

interface PlainResult {
  rows?: Record<string, unknown>[];
}

/**
 * For a library that brings its own SQL, such as pg-boss. A script that fails loses its connection, and with it the
 * transaction.
 */
export function plainSql(pool: PostgresPool): PlainSql {
  return async (text, values = []) => {
    const client = await pool.connect();
    try {
      const result = (await client.query(text, values)) as PlainResult | PlainResult[];
      client.release();
      return { rows: [result].flat().flatMap((each) => each.rows ?? []) };
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
}
