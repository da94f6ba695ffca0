import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf, instant } from "../../platform/database/unnest.ts";
import type { Counts } from "./messageCounts.ts";

/** One gateway's counts since the beginning of a span. */
export interface StoredHealth {
  gatewayId: string;
  sinceMs: number;
  counts: Counts;
}

/** The counts of spans that began after `since`. */
export async function storedHealth(db: Kysely<Database>, since: Date): Promise<StoredHealth[]> {
  const rows = await db.selectFrom("gateway_health").selectAll().where("since", ">=", since).execute();
  return rows.map(({ hardware_id: gatewayId, since: from, ...counts }) => ({
    gatewayId,
    sinceMs: from.getTime(),
    counts,
  }));
}

/** Writes the counts of the present span of each gateway. Those of gateways that no longer exist are left out. */
export async function storeHealth(db: Kysely<Database>, rows: readonly StoredHealth[]): Promise<void> {
  if (rows.length === 0) return;
  const names = ["messages", "gaps", "undecodable", "duplicates", "throttled", "mismatched"] as const;
  const columns = names.map((name) => sql.ref(name));
  await sql`
    insert into gateway_health (hardware_id, since, ${sql.join(columns)})
    select h.id, n.since, ${sql.join(names.map((name) => sql.ref(`n.${name}`)))}
    from unnest(
      ${arrayOf("uuid", rows, (row) => row.gatewayId)},
      ${arrayOf("timestamptz", rows, (row) => instant(row.sinceMs))},
      ${sql.join(names.map((name) => arrayOf("int4", rows, (row) => row.counts[name])))}
    ) as n (id, since, ${sql.join(columns)})
    join hardwares h on h.id = n.id
    order by h.id
    on conflict (hardware_id) do update set since = excluded.since,
      ${sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}`.execute(db);
}
