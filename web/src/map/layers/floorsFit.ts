import type { FloorPlan } from "@pulse/contract/sites";

const floorPx = 45;
const buildingPx = 27;
/** The size that fingers need. */
const buttonPx = 44;
/** From this height on the map's ten buttons are in one column, below it in two (MapControls.module.css). */
const oneColumnPx = 760;
/** The distances to the edges and between the two. */
const besidesPx = 16 + 12 + 24;

/** Whether all floors fit above the map's buttons, at the same edge of a map this high. */
export function floorsFit(plans: readonly Pick<FloorPlan, "buildingId">[], heightPx: number): boolean {
  const buildings = new Set(plans.map(({ buildingId }) => buildingId)).size;
  const buttonsPx = (heightPx < oneColumnPx ? 5 : 10) * buttonPx;
  return plans.length * floorPx + buildings * buildingPx + buttonsPx + besidesPx <= heightPx;
}
