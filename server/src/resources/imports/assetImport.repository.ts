import { AssetBody } from "@pulse/contract/assetChanges";
import { Id } from "@pulse/contract/fields";
import { importColumns } from "@pulse/contract/importHeaders";
import { limits } from "@pulse/contract/limits";
import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import { arrayOf } from "../../platform/database/unnest.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { SiteScope } from "../../platform/http/route.ts";
import { differences, firstIdentity, trackerCells, trackerCellsIn } from "./assetTrackerCells.ts";
import { assetTrackerFaults } from "./assetTrackerFaults.ts";
import { linkTrackers, trackersOfRows } from "./assetTrackers.repository.ts";
import { trackerImport } from "./trackerImport.repository.ts";
import { faultOf, textOfCell, mayLink } from "./importRows.ts";
import type { ImportKind } from "./ImportKind.ts";
import type { ReadRow } from "./ImportRow.ts";
import { unguarded } from "./unguarded.repository.ts";

const rule = AssetBody.extend({ id: Id.optional(), ...trackerCells });
type Value = z.output<typeof rule>;
type Rows = readonly ReadRow<Value>[];

const names = (rows: Rows) => arrayOf("text", rows, ({ value }) => value.name);
const numbers = (rows: Rows) => arrayOf("int", rows, ({ row }) => row);
const owns = (rows: Rows) => arrayOf("uuid", rows, ({ own }) => own ?? null);
const ids = (rows: Rows) => arrayOf("uuid", rows, ({ value }) => value.id ?? null);

const hasTracker = (value: Record<string, unknown>): boolean =>
  [value["trackerMac"], value["trackerIbeacon"], value["trackerEddystoneUid"], value["trackerIrk"]].some(
    (cell) => typeof cell === "string" && cell.trim() !== "",
  );

/** Assets from files, each with the tracker that its row names or makes. */
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
    ...trackerCellsIn(cells),
  }),
  // Of trackers; any text is the type of an asset.
  types: trackerImport.types,
  more: [
    { need: mayLink, isAsked: hasTracker },
    { need: { area: "identifier_management", letter: "c" }, isAsked: ({ trackerType }) => trackerType !== undefined },
  ],

  faults: async (db, site, rows) => {
    const { siteId } = site;
    const named = await sql<{ row: number }>`
      with n as (select * from unnest(${numbers(rows)}, ${names(rows)}, ${owns(rows)}) as n (row, name, own))
      select n.row from (select row, row_number() over (partition by lower(name) order by row) as nth from n) as n
        where n.nth > 1
      union select n.row from n join assets a on a.site_id = ${siteId} and lower(a.name) = lower(n.name)
        and a.deleted_at is null and a.id is distinct from n.own
      order by row limit ${limits.importFaultsTold}`.execute(db);
    const byRow = new Map(rows.map((each) => [each.row, each]));
    return [
      ...named.rows.map(({ row }) => faultOf("must_be_unique", byRow.get(row)!, "name", byRow.get(row)!.value.name)),
      ...(await assetTrackerFaults(db, site, rows)),
    ];
  },

  unchanged: async (db, site, rows) => {
    const { siteId } = site;
    const own = rows.filter(({ value }) => value.id !== undefined);
    if (own.length === 0) return new Map();
    const found = await sql<{ row: number; id: string }>`
      select n.row, a.id from unnest(${numbers(own)}, ${ids(own)}, ${names(own)},
        ${arrayOf("text", own, ({ value }) => value.type)},
        ${arrayOf("text", own, ({ value }) => value.externalId ?? null)},
        ${arrayOf("text", own, ({ value }) => value.description ?? null)})
        as n (row, id, name, type, external_id, description)
      join assets a on a.id = n.id and a.site_id = ${siteId} and a.deleted_at is null
        and ${unguarded("a.name")} = n.name and ${unguarded("a.type")} = n.type
        and ${unguarded("a.external_id")} is not distinct from n.external_id
        and ${unguarded("a.description")} is not distinct from n.description`.execute(db);
    const byRow = new Map(own.map((row) => [row.row, row]));
    const same = await rowsWithTheirTrackers(
      db,
      site,
      found.rows.map(({ row, id }) => ({ ...byRow.get(row)!, own: id })),
    );
    return new Map(found.rows.filter(({ row }) => same.has(row)).map(({ row, id }) => [row, id]));
  },

  insert: async (trx, { siteId, customerId }, rows, { by, at }) => {
    await sql`insert into assets (id, guid, customer_id, site_id, name, type, external_id, description)
      select id, guid, ${customerId}::uuid, ${siteId}::uuid, name, type, external_id, description from unnest(
        ${arrayOf("uuid", rows, ({ id }) => id)}, ${arrayOf("uuid", rows, () => uuidv7())}, ${names(rows)},
        ${arrayOf("text", rows, ({ value }) => value.type)},
        ${arrayOf("text", rows, ({ value }) => value.externalId ?? null)},
        ${arrayOf("text", rows, ({ value }) => value.description ?? null)}
      ) as n (id, guid, name, type, external_id, description)`.execute(trx);
    await linkTrackers(trx, { siteId, customerId }, rows, { by, at });
  },

  changes: {
    table: "assets",
    source: (rows) => sql`unnest(${numbers(rows)}, ${ids(rows)}, ${names(rows)},
      ${arrayOf("text", rows, ({ value }) => value.type)}, ${arrayOf("text", rows, ({ value }) => value.externalId ?? null)},
      ${arrayOf("text", rows, ({ value }) => value.description ?? null)})
      as n (row, id, name, type, external_id, description)`,
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
    sameBeside: rowsWithTheirTrackers,
    link: linkTrackers,
  },
};

/** The rows that name no tracker, or the one that their asset (`own`) has, as it is. */
async function rowsWithTheirTrackers(db: Kysely<Database>, site: SiteScope, rows: Rows): Promise<Set<number>> {
  const found = await trackersOfRows(db, site, rows);
  const same = rows.filter(({ row, own, value }) => {
    if (firstIdentity(value) === undefined) return true;
    const tracker = found.get(row);
    return tracker !== undefined && tracker.assetId === own && differences(value, tracker).length === 0;
  });
  return new Set(same.map(({ row }) => row));
}
