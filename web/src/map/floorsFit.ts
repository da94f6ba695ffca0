import type { FloorPlan } from "@pulse/contract/sites";

const floorPx = 41;
const buildingPx = 27;
/** The map's five buttons as fingers need them, and the distances to the edges and between. */
const besidesPx = 5 * 44 + 16 + 12 + 24;

/** Whether all floors fit above the map's buttons at the same edge of a map this high. */
export function floorsFit(plans: readonly Pick<FloorPlan, "buildingId">[], heightPx: number): boolean {
  const buildings = new Set(plans.map(({ buildingId }) => buildingId)).size;
  return plans.length * floorPx + buildings * buildingPx + besidesPx <= heightPx;
}
