import type { Corners } from "@pulse/geo/floorPlan";
import { localFrame } from "@pulse/geo/localFrame";

/** The rotation of a plan with these corners, degrees clockwise. */
export function rotationOf([northWest, northEast]: Corners): number {
  const { x, y } = localFrame(northWest).toLocal(northEast);
  return (Math.atan2(-y, x) * 180) / Math.PI;
}
