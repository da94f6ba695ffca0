import type { OpenDatabase } from "@pulse/server/adapters/database/database";
import { CompiledQuery } from "kysely";
import pg from "pg";

/** A statement as a program without our server would send it. */
export interface BareDriver {
  rows(text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/**
 * `pg` alone, with a connection of its own, on a server. On the embedded database, which has one connection and no driver
 * but `pg` over the thread's port, the statement goes through Kysely as it stands, which builds nothing then.
 */
export async function bareDriver(database: OpenDatabase & { url: string | null }): Promise<BareDriver> {
  const { background, url } = database;
  if (url === null) {
    return {
      rows: async (text, values) =>
        (await background.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))).rows,
      close: async () => undefined,
    };
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    rows: async (text, values) => (await client.query<Record<string, unknown>>(text, [...values])).rows,
    close: () => client.end(),
  };
}
