import type { OpenDatabase } from "@pulse/server/platform/database/database";
import { CompiledQuery } from "kysely";
import pg from "pg";

/** Sends statements like a program without our server. */
export interface BareDriver {
  rows(text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/**
 * On a server, `pg` alone with its own connection. The embedded database has one connection and no driver except `pg` over
 * the thread's port, so the statement goes through Kysely unchanged, without its query building.
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
