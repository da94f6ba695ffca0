import type { DemoFloor, DemoGeofence } from "./model.ts";

/** A geofence around a room. @throws {RangeError} if the floor has no such room */
export function roomFence(floor: DemoFloor, room: string, name: string, exitTimeoutMin: number | null): DemoGeofence {
  const area = floor.rooms.find((one) => one.name === room)?.area;
  if (area === undefined) throw new RangeError(`no room "${room}" on ${floor.key}`);
  return { name, floor: floor.key, shape: { area }, exitTimeoutMin };
}
