import type { PersistedLearning } from "@pulse/positioning/learn/persistedLearning";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf } from "../../platform/database/unnest.ts";

/** What is usual of a gateway's hearing. */
export interface GatewayHearing {
  gatewayId: string;
  hearing: PersistedLearning;
}

/** What was stored of a site's gateways that still have the place and the measured power they had then. */
export async function storedHearing(db: Kysely<Database>, siteId: string): Promise<GatewayHearing[]> {
  return db
    .selectFrom("gateway_hearing as g")
    .innerJoin("hardwares as h", "h.id", "g.hardware_id")
    .where("h.site_id", "=", siteId)
    .where("h.deleted_at", "is", null)
    .where(
      sql<boolean>`(h.lat, h.lon, h.z, h.floor_id, h.measured_power)
        is not distinct from (g.lat, g.lon, g.z, g.floor_id, g.measured_power)`,
    )
    .select(["g.hardware_id as gatewayId", "g.hearing"])
    .execute();
}

/** Stores it with the gateways' present places. Gateways that no longer exist are left out. */
export async function storeHearing(db: Kysely<Database>, rows: readonly GatewayHearing[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into gateway_hearing (hardware_id, lat, lon, z, floor_id, measured_power, hearing)
    select h.id, h.lat, h.lon, h.z, h.floor_id, h.measured_power, n.hearing::jsonb
    from unnest(
      ${arrayOf("uuid", rows, (row) => row.gatewayId)},
      ${arrayOf("text", rows, (row) => JSON.stringify(row.hearing))}
    ) as n (id, hearing)
    join hardwares h on h.id = n.id
    order by h.id
    on conflict (hardware_id) do update set lat = excluded.lat, lon = excluded.lon, z = excluded.z,
      floor_id = excluded.floor_id, measured_power = excluded.measured_power, hearing = excluded.hearing`.execute(db);
}
