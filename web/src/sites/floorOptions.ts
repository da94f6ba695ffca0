import type { FloorPlan } from "@pulse/contract/sites";
import { onlyBuildingOf } from "./onlyBuilding.ts";

/** The floors of a site to choose from, each with its building if there are several. */
export function floorOptions(
  floors: readonly Pick<FloorPlan, "id" | "name" | "buildingId" | "buildingName">[],
): { value: string; label: string }[] {
  const isOneBuilding = onlyBuildingOf(floors) !== null;
  return floors.map(({ id, name, buildingName }) => ({
    value: id,
    label: isOneBuilding ? name : `${buildingName} · ${name}`,
  }));
}
