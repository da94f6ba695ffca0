import { sql } from "kysely";
import type { WriteTransaction } from "../../platform/writes/record.ts";

export interface AssetFields {
  name: string;
  type: string;
  externalId: string | null;
  description: string | null;
}

const columnsOf = ({ name, type, externalId, description }: AssetFields) => ({
  name,
  type,
  external_id: externalId,
  description,
});

export async function insertAsset(
  trx: WriteTransaction,
  asset: AssetFields & { id: string; guid: string; customerId: string; siteId: string },
): Promise<void> {
  const { id, guid, customerId, siteId } = asset;
  await trx
    .insertInto("assets")
    .values({ id, guid, customer_id: customerId, site_id: siteId, ...columnsOf(asset) })
    .execute();
}

/** Locks an asset's row for a change. False: it is not there. */
export async function lockAsset(trx: WriteTransaction, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom("assets")
    .select("id")
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

const touched = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` };

export async function updateAsset(trx: WriteTransaction, id: string, fields: AssetFields): Promise<void> {
  await trx
    .updateTable("assets")
    .set({ ...columnsOf(fields), ...touched })
    .where("id", "=", id)
    .execute();
}

export async function setAssetArchived(trx: WriteTransaction, id: string, archived: boolean): Promise<void> {
  await trx
    .updateTable("assets")
    .set({ archived, ...touched })
    .where("id", "=", id)
    .execute();
}

/** It leaves lists and the map; its history keeps its name. Returns its picture, which nobody shows any more. */
export async function markAssetDeleted(trx: WriteTransaction, id: string): Promise<string | null> {
  const { image_id } = await trx.selectFrom("assets").select("image_id").where("id", "=", id).executeTakeFirstOrThrow();
  await trx
    .updateTable("assets")
    .set({ deleted_at: sql`now()`, image_id: null, ...touched })
    .where("id", "=", id)
    .execute();
  return image_id;
}
