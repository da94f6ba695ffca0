import type { FloorPlan } from "@pulse/contract/sites";

const floorPx = 45;
const buildingPx = 27;
/** The box that shows all buildings together. */
const allBuildingsPx = 45;
/** The size that fingers need. */
const buttonPx = 44;
/** From this height on the map's ten buttons are in one column, below it in two (MapControls.module.css). */
const oneColumnPx = 760;
/** The distances to the edges and between the two. */
const besidesPx = 16 + 12 + 24;

/** A lower map has no room beside a plan for more than one button, px. */
const lowPx = 420;

/** Whether all floors fit at the edge of a map this high, `withButtons`: above the map's buttons at the same edge. */
export function floorsFit(
  plans: readonly Pick<FloorPlan, "buildingId">[],
  heightPx: number,
  withButtons: boolean,
): boolean {
  const buildings = new Set(plans.map(({ buildingId }) => buildingId)).size;
  const buttonsPx = withButtons ? (heightPx < oneColumnPx ? 5 : 10) * buttonPx : 0;
  const floorsPx = plans.length * floorPx + buildings * buildingPx + (buildings > 1 ? allBuildingsPx : 0);
  return heightPx >= lowPx && floorsPx + buttonsPx + besidesPx <= heightPx;
}
