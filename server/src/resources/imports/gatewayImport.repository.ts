import { HardwareBody } from "@pulse/contract/gateways";
import { Id } from "@pulse/contract/fields";
import { importColumns } from "@pulse/contract/importHeaders";
import { limits } from "@pulse/contract/limits";
import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import { unusedMqttPair } from "../../platform/devices/secrets.ts";
import { faultOf, textOfCell, typeFault } from "./importRows.ts";
import type { ImportKind } from "./ImportKind.ts";
import type { ReadRow } from "./ImportRow.ts";

const rule = HardwareBody.pick({ name: true, mac: true, lat: true, lon: true }).extend({
  id: Id.optional(),
  hardwareType: z.string(),
  building: z.string().optional(),
  floor: z.string().optional(),
  ...HardwareBody.shape.properties.unwrap().shape,
});
type Value = z.output<typeof rule>;
type Rows = readonly ReadRow<Value>[];
type Measure = "lat" | "lon" | "z" | "alpha" | "beta" | "gamma" | "measuredPower" | "anchorSnapRadius";

const numbers = (rows: Rows) => arrayOf("int", rows, ({ row }) => row);
const names = (rows: Rows) => arrayOf("text", rows, ({ value }) => value.name);
const types = (rows: Rows) => arrayOf("text", rows, ({ value }) => value.hardwareType);
const macs = (rows: Rows) => arrayOf("text", rows, ({ value }) => value.mac);
const buildings = (rows: Rows) => arrayOf("text", rows, ({ value }) => value.building ?? null);
const floors = (rows: Rows) => arrayOf("text", rows, ({ value }) => value.floor ?? null);
const measures = (rows: Rows, key: Measure) => arrayOf("float8", rows, ({ value }) => value[key] ?? null);
/** An empty coordinate is 0 (product.md section 5). */
const degrees = (rows: Rows, key: "lat" | "lon") => arrayOf("float8", rows, ({ value }) => value[key] ?? 0);

const all = (
  rows: Rows,
) => sql`unnest(${numbers(rows)}, ${names(rows)}, ${types(rows)}, ${macs(rows)}, ${buildings(rows)},
  ${floors(rows)}, ${degrees(rows, "lat")}, ${degrees(rows, "lon")}, ${measures(rows, "z")}, ${measures(rows, "alpha")},
  ${measures(rows, "beta")}, ${measures(rows, "gamma")}, ${measures(rows, "measuredPower")},
  ${measures(rows, "anchorSnapRadius")}, ${arrayOf("uuid", rows, ({ own }) => own ?? null)},
  ${arrayOf("uuid", rows, ({ value }) => value.id ?? null)}) as n (row, name, type, mac, building, floor, lat, lon, z,
  alpha, beta, gamma, measured_power, anchor_snap_radius, own, id)`;
/**
 * The floor with the given name in the building with the given name, which may be left out if the site has one such
 * floor.
 */
const floorOf = (siteId: string, most = 1) => sql`(select f.id from floors f join buildings b on b.id = f.building_id
  where b.site_id = ${siteId}::uuid and lower(f.name) = lower(n.floor)
    and (n.building is null or lower(b.name) = lower(n.building)) limit ${most})`;

/** Mobile gateways are no part of a building. */
const typesOf = (db: Kysely<Database>): Promise<{ type: string; name: string }[]> =>
  db.selectFrom("hardware_types").select(["type", "name"]).where("mobile", "=", false).orderBy("id").execute();

/**
 * Gateways from files, on the floors that they name. Their MQTT passwords are made anew when somebody wants to use
 * them.
 */
export const gatewayImport: ImportKind<Value> = {
  kind: "hardware",
  event: "gateway",
  area: "hardware_management",
  noun: "hardwares",
  columns: importColumns.hardwares,
  required: ["name", "hardware_type", "mac"],
  rule,
  valueOf: (cells) => ({
    id: textOfCell(cells["id"]),
    name: cells["name"] ?? "",
    hardwareType: (cells["hardware_type"] ?? "").trim(),
    mac: cells["mac"] ?? "",
    building: textOfCell(cells["building"]),
    floor: textOfCell(cells["floor"]),
    lat: numberIn(cells["lat"]),
    lon: numberIn(cells["lon"]),
    z: numberIn(cells["z"]),
    alpha: numberIn(cells["alpha"]),
    beta: numberIn(cells["beta"]),
    gamma: numberIn(cells["gamma"]),
    measuredPower: numberIn(cells["measured_power"]),
    anchorSnapRadius: numberIn(cells["anchor_snap_radius"]),
  }),
  types: typesOf,
  // Heights are for those who may set elevations.
  more: [{ need: { area: "location_elevation", letter: "u" }, isAsked: ({ z: height }) => height !== undefined }],

  faults: async (db, { siteId, customerId }, rows) => {
    const { rows: found } = await sql<{ row: number; name: boolean; mac: boolean; type: boolean; floor: boolean }>`
      select * from (
        select n.row,
          row_number() over (partition by lower(n.name) order by n.row) > 1 or exists (select from hardwares h
            where h.site_id = ${siteId} and lower(h.name) = lower(n.name) and h.deleted_at is null
              and h.id is distinct from n.own) as name,
          row_number() over (partition by n.mac order by n.row) > 1 or exists (select from hardwares h
            where h.customer_id = ${customerId} and h.mac = n.mac and h.deleted_at is null
              and h.id is distinct from n.own) as mac,
          not exists (select from hardware_types y join customers c on c.id = ${customerId}
            where y.type = n.type and not y.mobile and (c.config->'availableHardwareTypes' is null
              or jsonb_exists(c.config->'availableHardwareTypes', y.id::text))) as type,
          (n.building is not null or n.floor is not null)
            and (select count(*) from ${floorOf(siteId, 2)} as f) <> 1 as floor
        from ${all(rows)}
      ) as f where f.name or f.mac or f.type or f.floor
      order by f.row limit ${limits.importFaultsTold}`.execute(db);
    const byRow = new Map(rows.map((each) => [each.row, each]));
    const known = found.some(({ type }) => type) ? await typesOf(db) : [];
    return found.flatMap(({ row: nth, ...is }) => {
      const row = byRow.get(nth)!;
      const { name, mac, hardwareType, floor } = row.value;
      return [
        ...(is.name ? [faultOf("must_be_unique", row, "name", name)] : []),
        ...(is.type ? [typeFault(row, "hardware_type", hardwareType, known)] : []),
        ...(is.mac ? [faultOf("must_be_unique", row, "mac", mac)] : []),
        ...(is.floor ? [faultOf("not_found", row, "floor", floor ?? "")] : []),
      ];
    });
  },

  unchanged: async (db, { siteId }, rows) => {
    if (rows.length === 0) return new Map();
    const { rows: found } = await sql<{ row: number; id: string }>`
      select n.row, h.id from ${all(rows)}
      join hardwares h on h.mac = n.mac and h.site_id = ${siteId} and h.name = n.name and h.deleted_at is null
      join hardware_types y on y.id = h.hardware_type_id and y.type = n.type
      where h.lat = n.lat and h.lon = n.lon and h.floor_id is not distinct from ${floorOf(siteId)}
        and (h.z, h.alpha, h.beta, h.gamma, h.measured_power, h.anchor_snap_radius) is not distinct from
          (n.z, n.alpha, n.beta, n.gamma, n.measured_power, n.anchor_snap_radius)`.execute(db);
    return new Map(found.map(({ row, id }) => [row, id]));
  },

  changes: {
    table: "hardwares",
    source: all,
    fields: ({ siteId }) => [
      { column: "name", target: "name", value: sql`n.name`, isText: true },
      { column: "mac", target: "mac", value: sql`n.mac` },
      {
        column: "hardware_type",
        target: "hardware_type_id",
        value: sql`(select y.id from hardware_types y where y.type = n.type)`,
      },
      { column: "floor", target: "floor_id", value: floorOf(siteId) },
      ...plainFields.map((name) => ({ column: name, target: name, value: sql`${sql.ref(`n.${name}`)}` })),
    ],
    keys: { id: sql`x.id = n.id`, mac: sql`x.mac = n.mac`, name: sql`lower(x.name) = lower(n.name)` },
  },

  insert: async (trx, { siteId, customerId }, rows) => {
    const pairs = rows.map(() => unusedMqttPair("gateway"));
    await sql`insert into hardwares (id, guid, customer_id, site_id, floor_id, name, hardware_type_id, mac, lat, lon, z,
        alpha, beta, gamma, measured_power, anchor_snap_radius, mqtt_guid, mqtt_username, mqtt_secret_hash)
      select k.id, k.guid, ${customerId}::uuid, ${siteId}::uuid, ${floorOf(siteId)}, n.name, y.id, n.mac, n.lat, n.lon,
        n.z, n.alpha, n.beta, n.gamma, n.measured_power, n.anchor_snap_radius, k.mqtt_guid, k.username, k.hash
      from ${all(rows)} join hardware_types y on y.type = n.type join unnest(${numbers(rows)},
        ${arrayOf("uuid", rows, ({ id }) => id)}, ${arrayOf("uuid", rows, () => uuidv7())},
        ${arrayOf("uuid", rows, () => uuidv7())}, ${arrayOf("text", pairs, (pair) => pair.mqtt_username)},
        ${arrayOf("text", pairs, (pair) => pair.mqtt_secret_hash)}
      ) as k (row, id, guid, mqtt_guid, username, hash) on k.row = n.row`.execute(trx);
  },
};

const plainFields = ["lat", "lon", "z", "alpha", "beta", "gamma", "measured_power", "anchor_snap_radius"] as const;

/** A cell's number; anything else stays as it is, for the rule to refuse. */
function numberIn(cell: string | undefined): number | string | undefined {
  const text = textOfCell(cell);
  if (text === undefined) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}
