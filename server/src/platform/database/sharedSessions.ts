import pg from "pg";

/** A limit that nobody sets, ms. */
const unusualMs = 987_654;
/** PostgreSQL's code for a message that it does not understand; PgBouncer's for a setting that it cannot keep. */
const protocolViolation = "08P01";

/**
 * Whether something between us and the server lends its sessions to many clients, one transaction at a time, as PgBouncer's
 * transaction pooling does. What is set for a session there reaches strangers. It is seen by a setting that is sent with the
 * connection: a pooler refuses it or leaves it out. Session pooling looks the same, and nothing is lost by it.
 */
export async function hasSharedSessions(databaseUrl: string, connectMs: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
    application_name: "pulse start",
    statement_timeout: unusualMs,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ ms: string }>(
      "select setting as ms from pg_settings where name = 'statement_timeout'",
    );
    return Number(rows[0]?.ms) !== unusualMs;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === protocolViolation) return true;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
