import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { isAssetInScope } from "../../platform/database/sitePartition.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import type { LogScope } from "../../platform/log/logScope.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";

/** A stay as the live path continues it: an open one, or a closed one and the time up to which it was decided. */
export interface StoredStay {
  id: string;
  assetId: string;
  geofenceId: string;
  enterMs: number;
  isOpen: boolean;
  decidedMs: number;
}

/** Work that is repeated after a crash is at most this old. */
const againFor = "1 day";

/** The open stays of the assets in a scope of the log, and those that have ended recently. */
export async function storedStays(db: Kysely<Database>, scope: LogScope): Promise<StoredStay[]> {
  const rows = await db
    .selectFrom("geofence_stays as s")
    .selectAll()
    .where(isAssetInScope("s.site_id", "s.asset_id", scope))
    .where((eb) =>
      eb.or([
        eb("exit_at", "is", null),
        eb(
          "decided_at",
          ">",
          sql<Date>`(select max(decided_at) from geofence_stays d where ${isAssetInScope("d.site_id", "d.asset_id", scope)})
            - interval '${sql.raw(againFor)}'`,
        ),
      ]),
    )
    .execute();
  return rows.map((row) => ({
    id: row.id,
    assetId: row.asset_id,
    geofenceId: row.geofence_id,
    enterMs: row.enter_at.getTime(),
    isOpen: row.exit_at === null,
    decidedMs: row.decided_at.getTime(),
  }));
}

/** An asset's entering or leaving. */
export interface Crossing {
  stayId: string;
  assetId: string;
  geofenceId: string;
  siteId: string;
  customerId: string;
  /** Null: it has entered. */
  exit: "exit" | "timeout" | null;
  /** When it did, and the time of the fix or the moment that decided it, ms. */
  atMs: number;
  decidedMs: number;
}

/** A crossing that was stored, with the names at that moment; null names: the thing is gone. */
export interface StoredCrossing extends Crossing {
  assetName: string | null;
  geofenceName: string | null;
}

/** Stores crossings in their order. Those that were stored before, and those into what is gone, are left out. */
export async function storeCrossings(trx: WriteTransaction, crossings: readonly Crossing[]): Promise<StoredCrossing[]> {
  const names = async (table: "assets" | "geofences", ids: readonly string[]): Promise<Map<string, string>> => {
    const rows = await trx
      .selectFrom(table)
      .select(["id", "name"])
      .where("id", "=", sql<string>`any(${arrayOf("uuid", [...new Set(ids)], (id) => id)})`)
      .where("deleted_at", "is", null)
      .$if(table === "assets", (of) => of.where(sql<boolean>`not archived`))
      .execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  };
  const assets = await names(
    "assets",
    crossings.map(({ assetId }) => assetId),
  );
  const fences = await names(
    "geofences",
    crossings.map(({ geofenceId }) => geofenceId),
  );
  const stored: StoredCrossing[] = [];
  for (const crossing of crossings) {
    const named = {
      ...crossing,
      assetName: assets.get(crossing.assetId) ?? null,
      geofenceName: fences.get(crossing.geofenceId) ?? null,
    };
    const isRemoved = named.assetName === null || named.geofenceName === null;
    if (crossing.exit === null && isRemoved) continue;
    const isNew = crossing.exit === null ? await enter(trx, crossing) : await leave(trx, crossing, crossing.exit);
    if (isNew) stored.push(named);
  }
  return stored;
}

async function enter(trx: WriteTransaction, crossing: Crossing): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("geofence_stays")
    .values({
      id: crossing.stayId,
      geofence_id: crossing.geofenceId,
      asset_id: crossing.assetId,
      site_id: crossing.siteId,
      enter_at: new Date(crossing.atMs),
      decided_at: new Date(crossing.decidedMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

async function leave(trx: WriteTransaction, crossing: Crossing, reason: "exit" | "timeout"): Promise<boolean> {
  const at = new Date(crossing.atMs);
  const { numUpdatedRows } = await trx
    .updateTable("geofence_stays")
    .set({ exit_at: sql`greatest(enter_at, ${at})`, exit_reason: reason, decided_at: new Date(crossing.decidedMs) })
    .where("id", "=", crossing.stayId)
    .where("exit_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the stays of those of these assets in a scope that were archived or deleted, and returns their ids. */
export async function endStaysOfRemoved(
  db: Kysely<Database>,
  scope: LogScope,
  assetIds: readonly string[],
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with gone as (select id from assets a where id = any(${arrayOf("uuid", assetIds, (id) => id)})
      and (archived or deleted_at is not null) and ${isAssetInScope("a.site_id", "a.id", scope)}),
    ended as (update geofence_stays set exit_at = greatest(enter_at, ${at}), decided_at = ${at}
      where asset_id in (select id from gone) and exit_at is null)
    select id from gone`.execute(db);
  return rows.map(({ id }) => id);
}
