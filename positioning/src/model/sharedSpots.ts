import { MODEL } from "./modelConstants.ts";

/**
 * Which gateways are at one point: the number of their spot by their id, for those that are not alone. Whatever
 * obstructs one of them obstructs all.
 */
export function sharedSpots(
  anchors: readonly { id: string; x: number; y: number; floor: string }[],
): Map<string, number> {
  const byX = anchors.toSorted((a, b) => a.x - b.x);
  const spots = new Map<string, number>();
  byX.forEach((anchor, at) => {
    for (let next = at + 1; next < byX.length && byX[next]!.x - anchor.x <= MODEL.spotM; next++) {
      const other = byX[next]!;
      if (other.floor !== anchor.floor || Math.hypot(other.x - anchor.x, other.y - anchor.y) > MODEL.spotM) continue;
      const spot = spots.get(anchor.id) ?? spots.get(other.id) ?? at;
      spots.set(anchor.id, spot);
      spots.set(other.id, spot);
    }
  });
  return spots;
}
