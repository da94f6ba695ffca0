import type { FenceShape } from "@pulse/geo/fenceShape";
import { type Selectable, sql } from "kysely";
import type { GeofencesTable } from "../../platform/database/tables/geofences.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";

export type RoomFence = Pick<Selectable<GeofencesTable>, "id" | "name" | "shape" | "room_id" | "floor_ids">;

/** The geofences that follow one of these rooms, locked until the transaction ends. */
export async function fencesOfRooms(trx: WriteTransaction, roomIds: readonly string[]): Promise<RoomFence[]> {
  if (roomIds.length === 0) return [];
  return trx
    .selectFrom("geofences")
    .select(["id", "name", "shape", "room_id", "floor_ids"])
    .where("room_id", "=", sql<string>`any(${arrayOf("uuid", roomIds, (id) => id)})`)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** What changes of a geofence with its room; the shape's middle goes with the shape. */
export interface FenceAfterRoom {
  name: string;
  shape: FenceShape | null;
  centre: { lat: number; lon: number } | null;
  roomId: string | null;
  floorIds: readonly string[];
}

export async function moveRoomFence(trx: WriteTransaction, id: string, after: FenceAfterRoom): Promise<void> {
  await trx
    .updateTable("geofences")
    .set({
      name: after.name,
      shape: after.shape === null ? null : JSON.stringify(after.shape),
      ...after.centre,
      room_id: after.roomId,
      floor_ids: sql<string[]>`${arrayOf("uuid", [...after.floorIds], (floor) => floor)}`,
      version: sql<number>`version + 1`,
      updated_at: new Date(),
    })
    .where("id", "=", id)
    .execute();
}
