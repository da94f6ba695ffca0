import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf, instant } from "../../platform/database/unnest.ts";
import type { SiteScope } from "../../platform/http/route.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";
import { firstIdentity, type TrackerCells, trackerValue } from "./assetTrackerCells.ts";
import type { NewRow, ReadRow } from "./ImportRow.ts";
import { trackerImport } from "./trackerImport.repository.ts";

type Row = ReadRow<TrackerCells>;

/** A tracker of the customer that a row names by one of its identities. */
export interface FoundTracker {
  row: number;
  id: string;
  siteId: string;
  name: string;
  type: string;
  serialNo: string | null;
  archived: boolean;
  /** The asset that has it now. */
  assetId: string | null;
}

/** The trackers that rows name, by row. */
export async function trackersOfRows(
  db: Kysely<Database>,
  { customerId }: SiteScope,
  rows: readonly Row[],
): Promise<Map<number, FoundTracker>> {
  const named = rows.flatMap(({ row, value }) => {
    const first = firstIdentity(value);
    return first === undefined ? [] : [{ row, ...first }];
  });
  if (named.length === 0) return new Map();
  const { rows: found } = await sql<FoundTracker>`
    with n as (select * from unnest(${arrayOf("int", named, ({ row }) => row)}, ${arrayOf("text", named, ({ kind }) => kind)},
      ${arrayOf("text", named, ({ value }) => value)}) as n (row, kind, value)),
    known as (select n.row, t.id from n join trackers t on t.customer_id = ${customerId} and t.mac = n.value
        and n.kind = 'mac' and t.deleted_at is null
      union all select n.row, i.tracker_id from n join tracker_identities i on i.customer_id = ${customerId}
        and i.kind = n.kind and i.value = n.value)
    select k.row, t.id, t.site_id as "siteId", t.name, t.type, t.serial_no as "serialNo", t.archived,
      l.asset_id as "assetId"
    from known k join trackers t on t.id = k.id and t.deleted_at is null
    left join links l on l.tracker_id = t.id and l.unlinked_at is null`.execute(db);
  return new Map(found.map((each) => [each.row, each]));
}

/** The types of trackers that assets have now, each as the asset's id and the type. */
export async function typesOnAssets(
  db: Kysely<Database>,
  assetIds: readonly string[],
): Promise<{ assetId: string; trackerId: string; type: string }[]> {
  if (assetIds.length === 0) return [];
  return db
    .selectFrom("links as l")
    .innerJoin("trackers as t", "t.id", "l.tracker_id")
    .select(["l.asset_id as assetId", "t.id as trackerId", "t.type"])
    .where("l.unlinked_at", "is", null)
    .where(sql<boolean>`l.asset_id = any(${arrayOf("uuid", assetIds, (id) => id)})`)
    .execute();
}

/**
 * The id of the tracker that an import makes for an asset that it makes, so that undoing the import finds it. It follows the
 * asset's id in time.
 */
export function trackerIdOf(assetId: string): string {
  const random = createHash("sha256").update(`${assetId} tracker`).digest().subarray(0, 16);
  const msecs = Number.parseInt(assetId.replaceAll("-", "").slice(0, 12), 16);
  return uuidv7({ msecs, random });
}

/** Makes the trackers of rows that nobody has made yet, and links each row's asset with its tracker unless it is linked. */
export async function linkTrackers(
  trx: WriteTransaction,
  site: SiteScope,
  rows: readonly NewRow<TrackerCells>[],
  who: { by: string; at: Date },
): Promise<void> {
  const named = rows.filter(({ value }) => firstIdentity(value) !== undefined);
  if (named.length === 0) return;
  const found = await trackersOfRows(trx, site, named);
  const fresh = named
    .filter(({ row }) => !found.has(row))
    .map(({ row, line, id, own, value }) => ({
      row,
      line,
      // An asset that was there may get several trackers, one import after the other.
      id: own === undefined ? trackerIdOf(id) : uuidv7(),
      value: trackerValue(value),
    }));
  if (fresh.length > 0) await trackerImport.insert(trx, site, fresh, who);
  const made = new Map(fresh.map(({ row, id }) => [row, id]));
  const links = named
    .map(({ row, id }) => ({ id: uuidv7(), assetId: id, trackerId: made.get(row) ?? found.get(row)!.id, row }))
    .filter(({ row, assetId }) => found.get(row)?.assetId !== assetId);
  await sql`insert into links (id, asset_id, tracker_id, linked_at, linked_by)
    select n.id, n.asset_id, n.tracker_id, ${instant(who.at.getTime())}::timestamptz, ${who.by} from unnest(
      ${arrayOf("uuid", links, ({ id }) => id)}, ${arrayOf("uuid", links, ({ assetId }) => assetId)},
      ${arrayOf("uuid", links, ({ trackerId }) => trackerId)}) as n (id, asset_id, tracker_id)`.execute(trx);
}
