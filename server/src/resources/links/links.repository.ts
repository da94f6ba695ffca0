import type { Link } from "@pulse/contract/assets";
import type { Ref } from "@pulse/contract/fields";
import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "../../platform/database/schema.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";

/** One end of a link: an asset's links, or a tracker's. */
export type LinkEnd = { assetId: string } | { trackerId: string };

/** A link that is open, with both names. */
export interface OpenLink {
  id: string;
  asset: Ref;
  tracker: Ref;
  trackerType: string;
}

/** An asset or a tracker as far as linking is concerned. */
export interface LinkedEntity extends Ref {
  archived: boolean;
}

const isOf = (end: LinkEnd) =>
  "assetId" in end ? sql`l.asset_id = ${end.assetId}` : sql`l.tracker_id = ${end.trackerId}`;

/** All links of a thing, open and ended, the newest first. */
export async function linksOf(db: Kysely<Database>, end: LinkEnd): Promise<Link[]> {
  const rows = await db
    .selectFrom("links as l")
    .innerJoin("assets as a", "a.id", "l.asset_id")
    .innerJoin("trackers as t", "t.id", "l.tracker_id")
    .selectAll("l")
    .select(["a.name as asset_name", "t.name as tracker_name"])
    .where(sql<boolean>`${isOf(end)}`)
    .orderBy("l.linked_at", "desc")
    .orderBy("l.id", "desc")
    .execute();
  return rows.map((row) => ({
    asset: { id: row.asset_id, name: row.asset_name },
    tracker: { id: row.tracker_id, name: row.tracker_name },
    linkedAt: row.linked_at.toISOString(),
    linkedBy: row.linked_by,
    unlinkedAt: row.unlinked_at?.toISOString() ?? null,
    unlinkedBy: row.unlinked_by,
  }));
}

/** The open links of a thing. */
export async function openLinks(db: Kysely<Database>, end: LinkEnd): Promise<OpenLink[]> {
  const rows = await db
    .selectFrom("links as l")
    .innerJoin("assets as a", "a.id", "l.asset_id")
    .innerJoin("trackers as t", "t.id", "l.tracker_id")
    .select(["l.id", "l.asset_id", "a.name as asset_name", "l.tracker_id", "t.name as tracker_name", "t.type"])
    .where(sql<boolean>`${isOf(end)}`)
    .where("l.unlinked_at", "is", null)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    asset: { id: row.asset_id, name: row.asset_name },
    tracker: { id: row.tracker_id, name: row.tracker_name },
    trackerType: row.type,
  }));
}

/** Locks an asset's row, so that its links change one request after the other. Null: it is not there. */
export async function lockAsset(trx: WriteTransaction, id: string, siteId: string): Promise<LinkedEntity | null> {
  const row = await trx
    .selectFrom("assets")
    .select(["id", "name", "archived"])
    .where("id", "=", id)
    .where("site_id", "=", siteId)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The same for a tracker. Whoever locks both locks the asset first. */
export async function lockTracker(
  trx: WriteTransaction,
  id: string,
  siteId: string,
): Promise<(LinkedEntity & { type: string }) | null> {
  const row = await trx
    .selectFrom("trackers")
    .select(["id", "name", "archived", "type"])
    .where("id", "=", id)
    .where("site_id", "=", siteId)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function insertLink(
  trx: WriteTransaction,
  link: { assetId: string; trackerId: string; by: string; at: Date },
): Promise<void> {
  const { assetId, trackerId, by, at } = link;
  await trx
    .insertInto("links")
    .values({ id: uuidv7(), asset_id: assetId, tracker_id: trackerId, linked_at: at, linked_by: by })
    .execute();
}

export async function closeLinks(
  trx: WriteTransaction,
  ids: readonly string[],
  { by, at }: { by: string; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable("links")
    .set({ unlinked_at: at, unlinked_by: by })
    .where("id", "in", [...ids])
    .execute();
}
