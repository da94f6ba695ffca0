/** How long the connection may take, ms. */
const waitMs = 5_000;

/** The time of a PostgreSQL server, ms since 1970. Opens a connection of its own, and changes nothing. */
export async function databaseTime(databaseUrl: string): Promise<number> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: waitMs,
    query_timeout: waitMs,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ ms: string }>("select extract(epoch from clock_timestamp()) * 1000 as ms");
    return Number(rows[0]?.ms);
  } finally {
    await client.end().catch(() => undefined);
  }
}
