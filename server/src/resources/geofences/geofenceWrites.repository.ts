import { type Selectable, sql } from "kysely";
import type { FenceShape } from "@pulse/geo/fenceShape";
import type { LatLon } from "@pulse/geo/latLon";
import type { GeofencesTable } from "../../platform/database/tables/geofences.ts";
import { changeUnderLock } from "../../platform/database/changeUnderLock.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";

/** What people set of a geofence. Lengths in metres, the time-out in minutes. */
export interface GeofenceFields {
  name: string;
  type: GeofencesTable["type"];
  /** Null for a circle. */
  shape: FenceShape | null;
  /** The centre. */
  lat: number;
  lon: number;
  /** Null for a polygon. */
  radius: number | null;
  elevationLowerBound: number | null;
  elevationUpperBound: number | null;
  floorIds: string[];
  geofenceExitTimeout: number | null;
  sensitivity: GeofencesTable["sensitivity"];
  hiddenOnMap: boolean;
  /** The room that it follows; null: none. */
  roomId: string | null;
  restricted: boolean;
}

export interface NewGeofence extends GeofenceFields {
  id: string;
  guid: string;
  customerId: string;
  siteId: string;
}

const columnsOf = (fields: GeofenceFields) => ({
  name: fields.name,
  type: fields.type,
  shape: fields.shape === null ? null : JSON.stringify(fields.shape),
  lat: fields.lat,
  lon: fields.lon,
  radius: fields.radius,
  elevation_lower_bound: fields.elevationLowerBound,
  elevation_upper_bound: fields.elevationUpperBound,
  floor_ids: sql<string[]>`${arrayOf("uuid", fields.floorIds, (id) => id)}`,
  geofence_exit_timeout: fields.geofenceExitTimeout,
  sensitivity: fields.sensitivity,
  hidden_on_map: fields.hiddenOnMap,
  room_id: fields.roomId,
  restricted: fields.restricted,
});

/** The fields of a stored geofence. */
export const fieldsOf = (row: Selectable<GeofencesTable>): GeofenceFields => ({
  name: row.name,
  type: row.type,
  shape: row.shape,
  lat: row.lat,
  lon: row.lon,
  radius: row.radius,
  elevationLowerBound: row.elevation_lower_bound,
  elevationUpperBound: row.elevation_upper_bound,
  floorIds: row.floor_ids,
  geofenceExitTimeout: row.geofence_exit_timeout,
  sensitivity: row.sensitivity,
  hiddenOnMap: row.hidden_on_map,
  roomId: row.room_id,
  restricted: row.restricted,
});

export async function insertGeofence(trx: WriteTransaction, fence: NewGeofence): Promise<void> {
  await trx
    .insertInto("geofences")
    .values({
      id: fence.id,
      guid: fence.guid,
      customer_id: fence.customerId,
      site_id: fence.siteId,
      ...columnsOf(fence),
    })
    .execute();
}

/** Changes a geofence under its row lock, as `decide` returns for the stored values. Null: it is gone. */
export const changeGeofence = (
  trx: WriteTransaction,
  id: string,
  decide: (stored: GeofenceFields, version: number) => GeofenceFields,
): Promise<{ before: GeofenceFields; after: GeofenceFields } | null> =>
  changeUnderLock(
    trx.selectFrom("geofences").selectAll().where("id", "=", id).where("deleted_at", "is", null),
    fieldsOf,
    decide,
    (after, next) =>
      trx
        .updateTable("geofences")
        .set({ ...columnsOf(after), ...next })
        .where("id", "=", id)
        .execute(),
  );

/** Its row stays, since history names it; its name is free again, and the stays in it end. False: it was gone. */
export async function removeGeofence(trx: WriteTransaction, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("geofences")
    .set({ deleted_at: at, updated_at: at, version: sql`version + 1` })
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  await trx
    .updateTable("geofence_stays")
    .set({ exit_at: sql`greatest(enter_at, ${at})`, decided_at: at })
    .where("geofence_id", "=", id)
    .where("exit_at", "is", null)
    .execute();
  return numUpdatedRows > 0n;
}

/**
 * Which of these are floors of the site. The site's row is locked against a change of its floors, which would not see
 * this geofence yet.
 */
export async function floorsAmong(trx: WriteTransaction, siteId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  await lockDrawings(trx, siteId);
  const rows = await trx
    .selectFrom("floors")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "in", [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** A room that is drawn on a floor. */
export interface DrawnRoom {
  id: string;
  name: string;
  floorId: string;
  area: LatLon[];
}

/** A room of the site, which stays as it is until the transaction ends. Null: there is none. */
export async function lockRoom(trx: WriteTransaction, siteId: string, roomId: string): Promise<DrawnRoom | null> {
  await lockDrawings(trx, siteId);
  const floors = await trx.selectFrom("floors").select(["id", "drawing"]).where("site_id", "=", siteId).execute();
  for (const { id: floorId, drawing } of floors) {
    const room = drawing.rooms?.find(({ id }) => id === roomId);
    if (room !== undefined) return { id: roomId, name: room.name, floorId, area: room.area };
  }
  return null;
}

/** Neither a site's floors nor what is drawn on them changes until the transaction ends. */
async function lockDrawings(trx: WriteTransaction, siteId: string): Promise<void> {
  await trx.selectFrom("sites").select("id").where("id", "=", siteId).forKeyShare().execute();
}
