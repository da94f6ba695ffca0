import { drawingLimits } from "@pulse/contract/drawing";
import { placedWalls } from "@pulse/geo/dxf/placedWalls";
import { placementIn } from "./guessedPlace.ts";
import type { FloorValues, LayoutValues } from "./layoutValues.ts";
import type { PlanFiles } from "./usePlanFiles.ts";

/**
 * The same buildings with the walls of chosen CAD drawings on their new floors, where the plans are placed now. A floor
 * that has a drawing already keeps it.
 */
export function withPlanWalls(values: LayoutValues, plans: Pick<PlanFiles, "find">): LayoutValues {
  const withWalls = (floor: FloorValues): FloorValues => {
    const walls = floor.id === null && floor.drawing === null ? (plans.find(floor.image)?.walls ?? []) : [];
    const placement = placementIn(floor);
    if (walls.length === 0 || placement === null) return floor;
    const placed = placedWalls(walls, placement, drawingLimits.wallPoints).map((points) => ({ points, lossDb: null }));
    return { ...floor, drawing: { walls: placed.slice(0, drawingLimits.walls) } };
  };
  return {
    ...values,
    buildings: values.buildings.map((building) => ({ ...building, floors: building.floors.map(withWalls) })),
  };
}
