import { AssetBody } from "@pulse/contract/assetChanges";
import { Id, MacInput } from "@pulse/contract/fields";
import { importColumns } from "@pulse/contract/importHeaders";
import { limits } from "@pulse/contract/limits";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import { arrayOf, instant } from "../../platform/database/unnest.ts";
import type { SiteScope } from "../../platform/http/route.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";
import { faultOf, textOfCell, mayLink } from "./importRows.ts";
import type { ImportKind } from "./ImportKind.ts";
import type { NewRow, ReadRow } from "./ImportRow.ts";
import { unguarded } from "./unguarded.repository.ts";

const rule = AssetBody.extend({ id: Id.optional(), trackerMac: MacInput.optional() });
type Value = z.output<typeof rule>;
type Rows = readonly ReadRow<Value>[];

const names = (rows: Rows) => arrayOf("text", rows, ({ value }) => value.name);
const numbers = (rows: Rows) => arrayOf("int", rows, ({ row }) => row);
const macs = (rows: Rows) => arrayOf("text", rows, ({ value }) => value.trackerMac ?? null);
const owns = (rows: Rows) => arrayOf("uuid", rows, ({ own }) => own ?? null);
const ids = (rows: Rows) => arrayOf("uuid", rows, ({ value }) => value.id ?? null);

/** Assets from files, each with the tracker that has the given MAC. */
export const assetImport: ImportKind<Value> = {
  kind: "asset",
  event: "asset",
  area: "asset_management",
  noun: "assets",
  columns: importColumns.assets,
  required: ["name", "type"],
  rule,
  valueOf: (cells) => ({
    id: textOfCell(cells["id"]),
    name: cells["name"] ?? "",
    type: cells["type"] ?? "",
    externalId: cells["external_id"] ?? null,
    description: cells["description"] ?? null,
    trackerMac: textOfCell(cells["tracker_mac"]),
  }),
  types: async () => [],
  more: mayLink,
  asksMore: ({ trackerMac }) => trackerMac !== undefined,

  faults: async (db, { siteId, customerId }, rows) => {
    const named = await sql<{ row: number }>`
      select n.row from (select row, name, own, row_number() over (partition by lower(name) order by row) as nth
        from unnest(${numbers(rows)}, ${names(rows)}, ${owns(rows)}) as n (row, name, own)) as n
      where n.nth > 1 or exists (select from assets a
        where a.site_id = ${siteId} and lower(a.name) = lower(n.name) and a.deleted_at is null
          and a.id is distinct from n.own)
      order by n.row limit ${limits.importFaultsTold}`.execute(db);
    const linked = await sql<{ row: number; why: "not_found" | "archived" | "already_linked" }>`
      select m.row, case when t.id is null then 'not_found' when t.archived then 'archived' else 'already_linked' end as why
      from (select row, mac, own, row_number() over (partition by mac order by row) as nth
        from unnest(${numbers(rows)}, ${macs(rows)}, ${owns(rows)}) as m (row, mac, own) where mac is not null) as m
      left join trackers t on t.customer_id = ${customerId} and t.mac = m.mac and t.site_id = ${siteId} and t.deleted_at is null
      where t.id is null or t.archived or m.nth > 1
        or exists (select from links l where l.tracker_id = t.id and l.unlinked_at is null
          and l.asset_id is distinct from m.own)
      order by m.row limit ${limits.importFaultsTold}`.execute(db);
    const byRow = new Map(rows.map((each) => [each.row, each]));
    return [
      ...named.rows.map(({ row }) => faultOf("must_be_unique", byRow.get(row)!, "name", byRow.get(row)!.value.name)),
      ...linked.rows.map(({ row, why }) =>
        faultOf(why, byRow.get(row)!, "tracker_mac", byRow.get(row)!.value.trackerMac!),
      ),
    ];
  },

  unchanged: async (db, { siteId }, rows) => {
    const own = rows.filter(({ value }) => value.id !== undefined);
    if (own.length === 0) return new Map();
    const found = await sql<{ row: number; id: string }>`
      select n.row, a.id from unnest(${numbers(own)}, ${ids(own)}, ${names(own)},
        ${arrayOf("text", own, ({ value }) => value.type)},
        ${arrayOf("text", own, ({ value }) => value.externalId ?? null)},
        ${arrayOf("text", own, ({ value }) => value.description ?? null)}, ${macs(own)})
        as n (row, id, name, type, external_id, description, mac)
      join assets a on a.id = n.id and a.site_id = ${siteId} and a.deleted_at is null
        and ${unguarded("a.name")} = n.name and ${unguarded("a.type")} = n.type
        and ${unguarded("a.external_id")} is not distinct from n.external_id
        and ${unguarded("a.description")} is not distinct from n.description
        and (n.mac is null or exists (select from links l join trackers t on t.id = l.tracker_id
          where l.asset_id = a.id and l.unlinked_at is null and t.mac = n.mac))`.execute(db);
    return new Map(found.rows.map(({ row, id }) => [row, id]));
  },

  insert: async (trx, { siteId, customerId }, rows, { by, at }) => {
    await sql`insert into assets (id, guid, customer_id, site_id, name, type, external_id, description)
      select id, guid, ${customerId}::uuid, ${siteId}::uuid, name, type, external_id, description from unnest(
        ${arrayOf("uuid", rows, ({ id }) => id)}, ${arrayOf("uuid", rows, () => uuidv7())}, ${names(rows)},
        ${arrayOf("text", rows, ({ value }) => value.type)},
        ${arrayOf("text", rows, ({ value }) => value.externalId ?? null)},
        ${arrayOf("text", rows, ({ value }) => value.description ?? null)}
      ) as n (id, guid, name, type, external_id, description)`.execute(trx);
    await link(trx, { siteId, customerId }, rows, { by, at });
  },

  changes: {
    table: "assets",
    source: (rows) => sql`unnest(${numbers(rows)}, ${ids(rows)}, ${names(rows)},
      ${arrayOf("text", rows, ({ value }) => value.type)}, ${arrayOf("text", rows, ({ value }) => value.externalId ?? null)},
      ${arrayOf("text", rows, ({ value }) => value.description ?? null)}, ${macs(rows)})
      as n (row, id, name, type, external_id, description, mac)`,
    fields: () => [
      { column: "name", target: "name", value: sql`n.name`, isText: true },
      { column: "type", target: "type", value: sql`n.type`, isText: true },
      { column: "external_id", target: "external_id", value: sql`n.external_id`, isText: true },
      { column: "description", target: "description", value: sql`n.description`, isText: true },
    ],
    keys: {
      id: sql`x.id = n.id`,
      name: sql`lower(x.name) = lower(n.name)`,
      external_id: sql`lower(x.external_id) = lower(n.external_id)`,
    },
    isLinked: sql`(n.mac is null or exists (select from links l join trackers t on t.id = l.tracker_id
      where l.asset_id = x.id and l.unlinked_at is null and t.mac = n.mac))`,
    link: (trx, site, rows, who) => link(trx, site, rows, who),
  },
};

/** Links assets with the trackers that their rows name, unless they are linked already. */
async function link(
  trx: WriteTransaction,
  { customerId }: SiteScope,
  rows: readonly NewRow<Value>[],
  { by, at }: { by: string; at: Date },
): Promise<void> {
  const linked = rows.filter(({ value }) => value.trackerMac !== undefined);
  if (linked.length === 0) return;
  await sql`insert into links (id, asset_id, tracker_id, linked_at, linked_by)
    select n.id, n.asset_id, t.id, ${instant(at.getTime())}::timestamptz, ${by} from unnest(
      ${arrayOf("uuid", linked, () => uuidv7())}, ${arrayOf("uuid", linked, ({ id }) => id)}, ${macs(linked)}
    ) as n (id, asset_id, mac)
    join trackers t on t.customer_id = ${customerId} and t.mac = n.mac and t.deleted_at is null
    where not exists (select from links l where l.asset_id = n.asset_id and l.tracker_id = t.id
      and l.unlinked_at is null)`.execute(trx);
}
