import { drawingLimits } from "@pulse/contract/drawing";
import { placePlan } from "@pulse/geo/floorPlan";
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
    const { widthM, heightM, toLatLon } = placePlan(placement);
    const placed = walls.flatMap(pieces).map((points) => ({
      points: points.map(([x, y]) => toLatLon({ x: x * widthM, y: y * heightM })),
      lossDb: null,
    }));
    return { ...floor, drawing: { walls: placed.slice(0, drawingLimits.walls) } };
  };
  return {
    ...values,
    buildings: values.buildings.map((building) => ({ ...building, floors: building.floors.map(withWalls) })),
  };
}

/** A line with too many corners as several, each beginning where the last one ends. */
function pieces<P>(points: readonly P[]): P[][] {
  const step = drawingLimits.wallPoints - 1;
  const found: P[][] = [];
  for (let at = 0; at < points.length - 1; at += step) found.push(points.slice(at, at + step + 1));
  return found;
}
