import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf } from "../../platform/database/unnest.ts";

/** Whole hours, the last one left out. */
export interface Hours {
  from: Date;
  to: Date;
}

/** The packed cells of a floor: of the whole site, or of these assets. */
export async function packedCells(
  db: Kysely<Database>,
  siteId: string,
  floorId: string,
  assetIds: readonly string[] | null,
  { from, to }: Hours,
): Promise<Uint8Array[]> {
  const { rows } = await (
    assetIds === null
      ? sql<{ cells: Uint8Array }>`select cells from site_heat
          where site_id = ${siteId} and floor_id = ${floorId} and hour >= ${from} and hour < ${to}`
      : sql<{ cells: Uint8Array }>`select h.cells from unnest(${arrayOf("uuid", assetIds, (id) => id)}) as asset (id)
          join asset_heat h on h.asset_id = asset.id and h.hour >= ${from} and h.hour < ${to}
          where h.floor_id = ${floorId} and h.site_id = ${siteId}`
  ).execute(db);
  return rows.map(({ cells }) => cells);
}

/** The hours in which at least one asset was located, anywhere on the site; ms. */
export async function coveredHours(
  db: Kysely<Database>,
  siteId: string,
  assetIds: readonly string[] | null,
  { from, to }: Hours,
): Promise<Set<number>> {
  const { rows } = await (
    assetIds === null
      ? sql<{ hour: Date }>`select distinct hour from site_heat
          where site_id = ${siteId} and hour >= ${from} and hour < ${to}`
      : sql<{ hour: Date }>`select distinct h.hour from unnest(${arrayOf("uuid", assetIds, (id) => id)}) as asset (id)
          join asset_heat h on h.asset_id = asset.id and h.hour >= ${from} and h.hour < ${to}
          where h.site_id = ${siteId}`
  ).execute(db);
  return new Set(rows.map(({ hour }) => hour.getTime()));
}
