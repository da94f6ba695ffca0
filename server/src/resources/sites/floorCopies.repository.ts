import type { FenceShape } from "@pulse/geo/fenceShape";
import { type Selectable, sql } from "kysely";
import type { HardwaresTable } from "../../platform/database/tables/gateways.ts";
import type { GeofencesTable } from "../../platform/database/tables/geofences.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";

type Gateway = Selectable<HardwaresTable>;
type Geofence = Selectable<GeofencesTable>;

/** The names of a site's gateways or geofences, without case. */
export async function usedNames(
  trx: WriteTransaction,
  table: "hardwares" | "geofences",
  siteId: string,
): Promise<Set<string>> {
  const rows = await trx
    .selectFrom(table)
    .select("name")
    .where("site_id", "=", siteId)
    .where("deleted_at", "is", null)
    .execute();
  return new Set(rows.map(({ name }) => name.toLowerCase()));
}

/** The gateways that are mounted on a floor, without those that people carry. */
export function gatewaysOf(trx: WriteTransaction, floorId: string): Promise<Gateway[]> {
  return trx
    .selectFrom("hardwares as h")
    .innerJoin("hardware_types as t", "t.id", "h.hardware_type_id")
    .selectAll("h")
    .where("h.floor_id", "=", floorId)
    .where("h.deleted_at", "is", null)
    .where("t.mobile", "=", false)
    .orderBy("h.name")
    .execute();
}

/** The geofences that are bound to a floor. Those of all floors apply to a new one anyway. */
export function geofencesOf(trx: WriteTransaction, floorId: string): Promise<Geofence[]> {
  return trx
    .selectFrom("geofences")
    .selectAll()
    .where(sql<boolean>`${floorId}::uuid = any(floor_ids)`)
    .where("deleted_at", "is", null)
    .orderBy("name")
    .execute();
}

/** Inserts a gateway with the radio settings of another. */
export async function insertGatewayCopy(
  trx: WriteTransaction,
  of: Gateway,
  own: Pick<
    Gateway,
    "id" | "guid" | "name" | "mac" | "lat" | "lon" | "floor_id" | "mqtt_guid" | "mqtt_username" | "mqtt_secret_hash"
  >,
): Promise<void> {
  const { customer_id, site_id, hardware_type_id, alpha, beta, gamma, measured_power, z, anchor_snap_radius } = of;
  const same = { customer_id, site_id, hardware_type_id, alpha, beta, gamma, measured_power, z, anchor_snap_radius };
  await trx
    .insertInto("hardwares")
    .values({ ...same, ...own })
    .execute();
}

/** Inserts a geofence with the rules of another. */
export async function insertGeofenceCopy(
  trx: WriteTransaction,
  of: Geofence,
  {
    shape,
    floorIds,
    ...own
  }: Pick<Geofence, "id" | "guid" | "name" | "lat" | "lon" | "elevation_lower_bound" | "elevation_upper_bound"> & {
    shape: FenceShape | null;
    floorIds: string[];
  },
): Promise<void> {
  const { customer_id, site_id, type, radius, geofence_exit_timeout, sensitivity, restricted } = of;
  await trx
    .insertInto("geofences")
    .values({
      customer_id,
      site_id,
      type,
      radius,
      geofence_exit_timeout,
      sensitivity,
      restricted,
      ...own,
      shape: shape === null ? null : JSON.stringify(shape),
      floor_ids: sql<string[]>`${arrayOf("uuid", floorIds, (id) => id)}`,
    })
    .execute();
}
