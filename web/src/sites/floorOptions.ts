import type { FloorPlan } from "@pulse/contract/sites";

/** The floors of a site to choose from, each with its building. */
export function floorOptions(
  floors: readonly Pick<FloorPlan, "id" | "name" | "buildingName">[],
): { value: string; label: string }[] {
  return floors.map(({ id, name, buildingName }) => ({ value: id, label: `${buildingName} · ${name}` }));
}
