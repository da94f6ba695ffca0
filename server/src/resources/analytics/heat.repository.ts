import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { ColdHistory } from "../../pipeline/history/cold/coldHistory.ts";
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

/** When the first position of these assets in a time began, ms; null: none began then. */
export async function firstPositionMs(
  db: Kysely<Database>,
  siteId: string,
  assetIds: readonly string[],
  { from, to }: Hours,
  months: ColdHistory,
): Promise<number | null> {
  return months.read(db, { siteId }, { from, to }, async (cold) => {
    const span = { fromMs: from.getTime(), toMs: to.getTime() - 1 };
    const wanted = new Set(assetIds);
    const frozen = (await cold.began(span)).find(
      (row) => row.shown && row.asset_id !== null && wanted.has(row.asset_id),
    );
    const warmMs = await firstInDatabase(db, siteId, assetIds, { from, to });
    const firstMs = Math.min(warmMs ?? Infinity, frozen?.ts.getTime() ?? Infinity);
    return firstMs === Infinity ? null : firstMs;
  });
}

async function firstInDatabase(
  db: Kysely<Database>,
  siteId: string,
  assetIds: readonly string[],
  { from, to }: Hours,
): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(first.ts) as at from unnest(${arrayOf("uuid", assetIds, (id) => id)}) as asset (id), lateral (
      select p.ts from positions p
      where p.asset_id = asset.id and p.ts >= ${from} and p.ts < ${to} and p.site_id = ${siteId} and p.shown
      order by p.ts limit 1
    ) as first`.execute(db);
  return rows[0]?.at?.getTime() ?? null;
}
