import { Kysely, PostgresAdapter, PostgresDialect } from "kysely";
import pg from "pg";
import { type DatabaseLimits, serverSettings } from "./databaseLimits.ts";
import { guardedPool } from "./guardedPool.ts";
import type { Database } from "./schema.ts";

/** A new connection that cannot run its first statement is closed. */
const greetingMs = 10_000;

/**
 * A pool of `pg`, the same for both databases. If a connection breaks, its query fails and the next query opens another
 * one; a connection that breaks while idle is only reported to `onError`. `limits` are the server's own time-outs;
 * null: none.
 */
export function openPool(
  config: pg.PoolConfig,
  limits: DatabaseLimits | null,
  onError: ((error: Error) => void) | undefined,
): pg.Pool {
  const settings = [
    "set time zone 'UTC'",
    ...(limits === null ? [] : serverSettings(limits).map((setting) => `set ${setting}`)),
  ];
  const greet = (client: pg.ClientBase): Promise<unknown> =>
    client.query({ text: settings.join("; "), query_timeout: greetingMs } as pg.QueryConfig);
  const pool = new pg.Pool({
    ...config,
    types: valueParsers,
    // oxlint-disable-next-line typescript/no-misused-promises -- It is waited for, whatever its type says.
    onConnect: greet,
  });
  pool.on("error", (error: Error & { client?: unknown }) => {
    // The whole client, which the log would spell out.
    delete error.client;
    onError?.(error);
  });
  // Between two queries of a transaction nobody else listens for errors, and an unheard error would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/**
 * Kysely over a pool. Destroying it ends the pool.
 * @param isShared whether the limits are those of each transaction, since the session is not ours (sharedSessions.ts)
 */
export function pooledKysely(pool: pg.Pool, limits: DatabaseLimits | null, isShared = false): Kysely<Database> {
  const dialect = new PostgresDialect({ pool: guardedPool(pool, limits, isShared) });
  // `migrate` takes its own lock, for its transaction: Kysely's is the session's, which may be another one at its end.
  const adapter = Object.assign(new PostgresAdapter(), {
    acquireMigrationLock: nothing,
    releaseMigrationLock: nothing,
  });
  dialect.createAdapter = () => adapter;
  return new Kysely<Database>({ dialect });
}

const nothing = async (): Promise<void> => undefined;

const { builtins } = pg.types;
const int8Array = 1016;
const numericArray = 1231;

const parseNumbers = (text: string): (number | null)[] => {
  const inner = text.slice(1, -1);
  return inner === "" ? [] : inner.split(",").map((item) => (item === "NULL" ? null : Number(item)));
};

/** What `pg` would return as text or in the machine's time zone: counts and sums become numbers, a date stays text. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  [builtins.DATE, (text) => text],
  [int8Array, parseNumbers],
  [numericArray, parseNumbers],
]);

/** How the text of a value becomes a value, on both databases: it is decided only here. */
const valueParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format): unknown =>
    (format === "binary" ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format),
};
