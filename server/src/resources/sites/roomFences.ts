import type { FloorPlan, Site } from "@pulse/contract/sites";
import { shapeFault } from "@pulse/geo/fenceFaults";
import { centreOf } from "@pulse/geo/fenceShape";
import { shapeOfArea } from "../../pipeline/fencing/shapeOfArea.ts";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import { isSame } from "../../platform/http/staleVersion.ts";
import type { WriteRecord, WriteTransaction } from "../../platform/writes/record.ts";
import { usedNames } from "./floorCopies.repository.ts";
import { fencesOfRooms, type FenceAfterRoom, moveRoomFence, type RoomFence } from "./roomFences.repository.ts";

type Floors = readonly Pick<FloorPlan, "id" | "rooms">[];

interface Room {
  id: string;
  name: string;
  floorId: string;
  area: FloorPlan["rooms"][number]["area"];
}

/**
 * Geofences that follow a room are changed with it, in the same transaction: their area and floor, and the name while it
 * is the room's. One whose room was removed, or no longer encloses what a geofence can, keeps its last area.
 */
export async function followRooms(
  trx: WriteTransaction,
  { id: siteId, customerId }: Pick<Site, "id" | "customerId">,
  before: Floors,
  after: Floors,
): Promise<WriteRecord[]> {
  const [were, are] = [roomsOf(before), roomsOf(after)];
  const changedIds = [...were.values()].filter((room) => !isSame(room, are.get(room.id))).map(({ id }) => id);
  const fences = await fencesOfRooms(trx, changedIds);
  if (fences.length === 0) return [];
  const taken = await usedNames(trx, "geofences", siteId);
  const records: WriteRecord[] = [];
  for (const fence of fences) {
    const next = fenceAfter(fence, were.get(fence.room_id!)!, are.get(fence.room_id!), taken);
    await moveRoomFence(trx, fence.id, next);
    records.push({
      kind: "geofence",
      action: "update",
      customerId,
      siteId,
      entity: { id: fence.id, name: next.name },
      changes: changesBetween(auditFields(fence), auditFields({ ...fence, ...next, room_id: next.roomId })),
    });
  }
  return records;
}

function roomsOf(floors: Floors): Map<string, Room> {
  return new Map(
    floors.flatMap(({ id: floorId, rooms }) =>
      rooms.map(({ id, name, area }) => [id, { id, name, area, floorId }] as const),
    ),
  );
}

function fenceAfter(fence: RoomFence, was: Room, is: Room | undefined, taken: Set<string>): FenceAfterRoom {
  const kept = { name: fence.name, shape: fence.shape, centre: null, roomId: null, floorIds: fence.floor_ids };
  if (is === undefined) return kept;
  const shape = shapeOfArea(is.area);
  if (shapeFault(shape) !== null) return kept;
  const isNamedAfter = fence.name === was.name && !taken.has(is.name.toLowerCase());
  if (isNamedAfter) taken.add(is.name.toLowerCase());
  return {
    name: isNamedAfter ? is.name : fence.name,
    shape,
    centre: centreOf(shape),
    roomId: is.id,
    floorIds: [is.floorId],
  };
}

/** A geofence's area as the audit log shows it. */
function auditFields({ name, shape, room_id: roomId }: Pick<RoomFence, "name" | "shape" | "room_id">) {
  const [ring = []] = shape?.type === "Polygon" ? shape.coordinates : [];
  return { name, shape: shape && { type: shape.type, corners: Math.max(0, ring.length - 1), of: shape }, roomId };
}
