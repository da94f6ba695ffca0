import type { FloorPlan } from "@pulse/contract/sites";
import type { LatLon } from "@pulse/geo/latLon";
import { type Place, toPlane } from "../camera/plane.ts";

/** The middle of an area's corners. */
export function middleOf(area: readonly LatLon[]): Place {
  const places = area.map(toPlane);
  const sum = places.reduce((so, { x, y }) => ({ x: so.x + x, y: so.y + y }), { x: 0, y: 0 });
  return { x: sum.x / places.length, y: sum.y / places.length };
}

/** Where the room with this id is; null: there is none. */
export function roomPlace(plans: readonly FloorPlan[], id: string): Place | null {
  const room = plans.flatMap(({ rooms }) => rooms).find((each) => each.id === id);
  return room === undefined ? null : middleOf(room.area);
}
