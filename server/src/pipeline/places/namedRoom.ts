import type { RoomGuess } from "@pulse/positioning/model/roomGuess";

/** A room with its present name; null if the tag is in none, or if the room is not drawn any more. */
export function namedRoom(
  room: RoomGuess | null,
  names: ReadonlyMap<string, string> | undefined,
): (RoomGuess & { name: string }) | null {
  const name = room === null ? undefined : names?.get(room.id);
  return room === null || name === undefined ? null : { ...room, name };
}
