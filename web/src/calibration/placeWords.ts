import type { FloorPlan } from "@pulse/contract/sites";
import type { LatLon } from "@pulse/geo/latLon";
import { coordinateText } from "../placing/coordinateText.ts";

/** A place in words: the drawn room that contains it, else its coordinates. */
export function placeWords(floor: Pick<FloorPlan, "rooms"> | undefined, at: LatLon): string {
  return floor?.rooms.find(({ area }) => isIn(area, at))?.name ?? coordinateText(at);
}

/** Whether a ray to the east crosses the ring an odd number of times. */
function isIn(ring: readonly LatLon[], { lat, lon }: LatLon): boolean {
  let isInside = false;
  for (const [nth, a] of ring.entries()) {
    const b = ring[nth + 1] ?? ring[0]!;
    if (a.lat > lat !== b.lat > lat && lon < ((b.lon - a.lon) * (lat - a.lat)) / (b.lat - a.lat) + a.lon)
      isInside = !isInside;
  }
  return isInside;
}

/** "Main · Ground" */
export function floorWords(floor: Pick<FloorPlan, "buildingName" | "name">): string {
  return `${floor.buildingName} · ${floor.name}`;
}
