import { Id } from "@pulse/contract/fields";
import { importColumns } from "@pulse/contract/importHeaders";
import { limits } from "@pulse/contract/limits";
import { Name } from "@pulse/contract/names";
import { identityKinds } from "@pulse/contract/trackerIdentities";
import { TrackerBody } from "@pulse/contract/trackers";
import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf, instant } from "../../platform/database/unnest.ts";
import { unusedMqttPair } from "../../platform/devices/secrets.ts";
import type { SiteScope } from "../../platform/http/route.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";
import { faultOf, textOfCell, typeFault, mayLink } from "./importRows.ts";
import { identitiesIn, identityCell } from "./identityCells.ts";
import type { ImportKind } from "./ImportKind.ts";
import type { NewRow, ReadRow } from "./ImportRow.ts";
import { identityFaultsOf, rowsWithSameIdentities, writeIdentities } from "./trackerIdentityRows.repository.ts";
import { unguarded } from "./unguarded.repository.ts";

const rule = TrackerBody.extend({
  id: Id.optional(),
  assetName: Name.optional(),
  mac: identityCell("mac"),
  ibeacon: identityCell("ibeacon"),
  eddystone_uid: identityCell("eddystone_uid"),
  irk: identityCell("irk"),
});
type Value = z.output<typeof rule>;
type Rows = readonly ReadRow<Value>[];

const numbers = (rows: Rows) => arrayOf("int", rows, ({ row }) => row);
const names = (rows: Rows) => arrayOf("text", rows, ({ value }) => value.name);
const types = (rows: Rows) => arrayOf("text", rows, ({ value }) => value.type);
const macs = (rows: Rows) => arrayOf("text", rows, ({ value }) => value.mac?.[0] ?? null);
const serials = (rows: Rows) => arrayOf("text", rows, ({ value }) => value.serialNo ?? null);
const assets = (rows: Rows) => arrayOf("text", rows, ({ value }) => value.assetName ?? null);

const owns = (rows: Rows) => arrayOf("uuid", rows, ({ own }) => own ?? null);
const typesOf = (db: Kysely<Database>): Promise<{ type: string; name: string }[]> =>
  db.selectFrom("tracker_types").select(["type", "name"]).orderBy("id").execute();

/**
 * Trackers from files, each on the asset that it names. Their MQTT passwords are reset when somebody wants to use them.
 */
export const trackerImport: ImportKind<Value> = {
  kind: "tracker",
  event: "tracker",
  area: "identifier_management",
  noun: "trackers",
  columns: importColumns.trackers,
  required: ["name", "type"],
  oneOf: identityKinds,
  rule,
  valueOf: (cells) => ({
    id: textOfCell(cells["id"]),
    name: cells["name"] ?? "",
    type: (cells["type"] ?? "").trim(),
    serialNo: cells["serial_no"] ?? null,
    assetName: textOfCell(cells["asset_name"]),
    ...identitiesIn(cells),
  }),
  types: typesOf,
  more: [{ need: mayLink, isAsked: ({ assetName }) => assetName !== undefined }],

  faults: async (db, site, rows) => {
    const { siteId, customerId } = site;
    const { rows: found } = await sql<{ row: number; name: boolean; serial: boolean; type: boolean }>`
      select * from (
        select n.row,
          row_number() over (partition by lower(n.name) order by n.row) > 1 or exists (select from trackers t
            where t.customer_id = ${customerId} and lower(t.name) = lower(n.name) and t.deleted_at is null
              and t.id is distinct from n.own) as name,
          n.serial is not null and (row_number() over (partition by lower(n.serial) order by n.row) > 1
            or exists (select from trackers t where t.customer_id = ${customerId} and lower(t.serial_no) = lower(n.serial)
              and t.deleted_at is null and t.id is distinct from n.own)) as serial,
          not exists (select from tracker_types y where y.type = n.type) as type
        from unnest(${numbers(rows)}, ${names(rows)}, ${serials(rows)}, ${types(rows)}, ${owns(rows)})
          as n (row, name, serial, type, own)
      ) as f where f.name or f.serial or f.type
      order by f.row limit ${limits.importFaultsTold}`.execute(db);
    const linked = await sql<{ row: number; why: "not_found" | "archived" | "already_linked" }>`
      select n.row, case when a.id is null then 'not_found' when a.archived then 'archived' else 'already_linked' end as why
      from (select row, asset, type, own, row_number() over (partition by lower(asset), type order by row) as nth
        from unnest(${numbers(rows)}, ${assets(rows)}, ${types(rows)}, ${owns(rows)}) as n (row, asset, type, own)
        where asset is not null) as n
      left join assets a on a.site_id = ${siteId} and lower(a.name) = lower(n.asset) and a.deleted_at is null
      where a.id is null or a.archived or n.nth > 1 or exists (select from links l join trackers t on t.id = l.tracker_id
        where l.asset_id = a.id and l.unlinked_at is null and t.type = n.type and t.id is distinct from n.own)
        or exists (select from links l where l.tracker_id = n.own and l.unlinked_at is null and l.asset_id <> a.id)
      order by n.row limit ${limits.importFaultsTold}`.execute(db);
    const byRow = new Map(rows.map((each) => [each.row, each]));
    const known = found.some(({ type }) => type) ? await typesOf(db) : [];
    return [
      ...found.flatMap(({ row: nth, ...is }) => {
        const row = byRow.get(nth)!;
        const { name, serialNo, type } = row.value;
        return [
          ...(is.name ? [faultOf("must_be_unique", row, "name", name)] : []),
          ...(is.type ? [typeFault(row, "type", type, known)] : []),
          ...(is.serial ? [faultOf("must_be_unique", row, "serial_no", serialNo ?? "")] : []),
        ];
      }),
      ...(await identityFaultsOf(db, site, rows)),
      ...linked.rows.map(({ row, why }) =>
        faultOf(why, byRow.get(row)!, "asset_name", byRow.get(row)!.value.assetName!),
      ),
    ];
  },

  unchanged: async (db, { siteId }, rows) => {
    const own = rows.filter(({ value }) => value.id !== undefined);
    if (own.length === 0) return new Map();
    const { rows: found } = await sql<{ row: number; id: string }>`
      select n.row, t.id from unnest(${numbers(own)}, ${arrayOf("uuid", own, ({ value }) => value.id ?? null)},
        ${names(own)}, ${serials(own)}, ${types(own)}, ${assets(own)})
        as n (row, id, name, serial, type, asset)
      join trackers t on t.id = n.id and t.site_id = ${siteId} and t.deleted_at is null
        and ${unguarded("t.name")} = n.name
        and t.type = n.type and ${unguarded("t.serial_no")} is not distinct from n.serial
        and (n.asset is null or exists (select from links l join assets a on a.id = l.asset_id
          where l.tracker_id = t.id and l.unlinked_at is null and lower(${unguarded("a.name")}) = lower(n.asset)))`.execute(
      db,
    );
    const byRow = new Map(own.map((row) => [row.row, row]));
    const same = await rowsWithSameIdentities(
      db,
      found.map(({ row, id }) => ({ ...byRow.get(row)!, own: id })),
    );
    return new Map(found.filter(({ row }) => same.has(row)).map(({ row, id }) => [row, id]));
  },

  insert: async (trx, { siteId, customerId }, rows, { by, at }) => {
    const pairs = rows.map(() => unusedMqttPair("tracker"));
    await sql`insert into trackers (id, guid, customer_id, site_id, name, type, mac, serial_no, mqtt_guid, mqtt_username,
        mqtt_secret_hash)
      select id, guid, ${customerId}::uuid, ${siteId}::uuid, name, type, mac, serial, mqtt_guid, username, hash from unnest(
        ${arrayOf("uuid", rows, ({ id }) => id)}, ${arrayOf("uuid", rows, () => uuidv7())}, ${names(rows)}, ${types(rows)},
        ${macs(rows)}, ${serials(rows)}, ${arrayOf("uuid", rows, () => uuidv7())},
        ${arrayOf("text", pairs, (pair) => pair.mqtt_username)}, ${arrayOf("text", pairs, (pair) => pair.mqtt_secret_hash)}
      ) as n (id, guid, name, type, mac, serial, mqtt_guid, username, hash)`.execute(trx);
    await writeIdentities(trx, { siteId, customerId }, rows);
    await link(trx, { siteId, customerId }, rows, { by, at });
  },

  changes: {
    table: "trackers",
    source: (rows) => sql`unnest(${numbers(rows)}, ${arrayOf("uuid", rows, ({ value }) => value.id ?? null)},
      ${names(rows)}, ${types(rows)}, ${macs(rows)}, ${serials(rows)}, ${assets(rows)})
      as n (row, id, name, type, mac, serial, asset)`,
    fields: () => [
      { column: "name", target: "name", value: sql`n.name`, isText: true },
      { column: "type", target: "type", value: sql`n.type` },
      { column: "mac", target: "mac", value: sql`n.mac` },
      { column: "serial_no", target: "serial_no", value: sql`n.serial`, isText: true },
    ],
    keys: {
      id: sql`x.id = n.id`,
      mac: sql`x.mac = n.mac`,
      serial_no: sql`lower(x.serial_no) = lower(n.serial)`,
      name: sql`lower(x.name) = lower(n.name)`,
    },
    isLinked: sql`(n.asset is null or exists (select from links l join assets a on a.id = l.asset_id
      where l.tracker_id = x.id and l.unlinked_at is null and lower(${unguarded("a.name")}) = lower(n.asset)))`,
    sameBeside: (db, _site, rows) => rowsWithSameIdentities(db, rows),
    changeBeside: writeIdentities,
    link: (trx, site, rows, who) => link(trx, site, rows, who),
  },
};

/** Links trackers with the assets that their rows name, unless they are linked already. */
async function link(
  trx: WriteTransaction,
  { siteId }: SiteScope,
  rows: readonly NewRow<Value>[],
  { by, at }: { by: string; at: Date },
): Promise<void> {
  const linked = rows.filter(({ value }) => value.assetName !== undefined);
  if (linked.length === 0) return;
  await sql`insert into links (id, asset_id, tracker_id, linked_at, linked_by)
    select n.id, a.id, n.tracker_id, ${instant(at.getTime())}::timestamptz, ${by} from unnest(
      ${arrayOf("uuid", linked, () => uuidv7())}, ${arrayOf("uuid", linked, ({ id }) => id)}, ${assets(linked)}
    ) as n (id, tracker_id, asset)
    join assets a on a.site_id = ${siteId} and lower(a.name) = lower(n.asset) and a.deleted_at is null
    where not exists (select from links l where l.asset_id = a.id and l.tracker_id = n.tracker_id
      and l.unlinked_at is null)`.execute(trx);
}
