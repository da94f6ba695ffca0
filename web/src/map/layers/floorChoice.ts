import type { FloorPlan } from "@pulse/contract/sites";
import type { AssetRow } from "../list/assetRows.ts";

type Floor = Pick<FloorPlan, "id" | "buildingId" | "level">;

/**
 * The floors to draw for the `chosen` ones, the last choice first: that floor alone, or one in each building if floors of
 * several are chosen. Without a choice it is the `opening` building's floor nearest to level 0.
 */
export function shownFloors(plans: readonly Floor[], chosen: readonly string[], opening: string | null): string[] {
  const known = chosen.flatMap((id) => plans.find((floor) => floor.id === id) ?? []);
  if (known.length === 0) {
    const floors = plans.filter(({ buildingId }) => buildingId === opening);
    return floors.length === 0 ? [] : [nearestFloor(floors, 0)];
  }
  return areInSeveralBuildings(known) ? floorPerBuilding(plans, chosen) : [known[0]!.id];
}

/**
 * One floor in each building: the chosen one, or the one nearest to the level of the last choice, which is the first of
 * `chosen`.
 */
export function floorPerBuilding(plans: readonly Floor[], chosen: readonly string[]): string[] {
  const level = plans.find(({ id }) => id === chosen[0])?.level ?? 0;
  return [...Map.groupBy(plans, ({ buildingId }) => buildingId).values()].map(
    (floors) => chosen.find((id) => floors.some((floor) => floor.id === id)) ?? nearestFloor(floors, level),
  );
}

/** The choice after `id` is chosen: alone, or beside the other buildings' floors while those of several are shown. */
export function chosenAfter(plans: readonly Floor[], shown: readonly string[], id: string): string[] {
  const floorOf = (floorId: string) => plans.find((floor) => floor.id === floorId);
  if (!areInSeveralBuildings(shown.flatMap((floorId) => floorOf(floorId) ?? []))) return [id];
  return [id, ...shown.filter((other) => floorOf(other)?.buildingId !== floorOf(id)?.buildingId)];
}

/** Whether the floors belong to more than one building. */
export function areInSeveralBuildings(floors: readonly Pick<FloorPlan, "buildingId">[]): boolean {
  return floors.some(({ buildingId }) => buildingId !== floors[0]!.buildingId);
}

/** The building with the most assets, the first of equals; null: there is none. `floorIds`: each asset's floor. */
export function fullestBuilding(plans: readonly Floor[], floorIds: Iterable<string | null>): string | null {
  const buildingOf = new Map(plans.map(({ id, buildingId }) => [id, buildingId]));
  const counts = new Map(plans.map(({ buildingId }) => [buildingId, 0]));
  for (const floorId of floorIds) {
    const buildingId = floorId === null ? undefined : buildingOf.get(floorId);
    if (buildingId !== undefined) counts.set(buildingId, counts.get(buildingId)! + 1);
  }
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0] ?? null;
}

/** Selects the rows of the list: assets on the shown floors, and those whose floor does not exist and that are drawn on all. */
export function isListedOn(
  shown: readonly string[],
  plans: readonly Pick<FloorPlan, "id">[],
): (row: Pick<AssetRow, "floorId" | "status">) => boolean {
  const known = new Set(plans.map(({ id }) => id));
  return (row) =>
    (row.floorId !== null && shown.includes(row.floorId)) ||
    (row.status !== "never" && (row.floorId === null || !known.has(row.floorId)));
}

function nearestFloor(floors: readonly Floor[], level: number): string {
  return floors.toSorted((a, b) => Math.abs(a.level - level) - Math.abs(b.level - level) || a.level - b.level)[0]!.id;
}
