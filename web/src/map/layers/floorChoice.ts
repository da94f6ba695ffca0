import type { FloorPlan } from "@pulse/contract/sites";
import type { AssetRow } from "../list/assetRows.ts";

type Floor = Pick<FloorPlan, "id" | "buildingId" | "level">;

/**
 * The floors to draw for the `chosen` ones, the last choice first: one in each building, so that none is empty. In a
 * building without a choice, the floor nearest to the level of the last choice, or to level 0.
 */
export function shownFloors(plans: readonly Floor[], chosen: readonly string[]): string[] {
  const level = plans.find(({ id }) => id === chosen[0])?.level ?? 0;
  return [...Map.groupBy(plans, ({ buildingId }) => buildingId).values()].map((floors) => {
    const own = chosen.find((id) => floors.some((floor) => floor.id === id));
    const nearest = floors.toSorted(
      (a, b) => Math.abs(a.level - level) - Math.abs(b.level - level) || a.level - b.level,
    );
    return own ?? nearest[0]!.id;
  });
}

/** The choice after `id` is chosen as well: the other buildings keep the floors that they show. */
export function alsoChosen(plans: readonly Floor[], shown: readonly string[], id: string): string[] {
  const buildingOf = (floorId: string) => plans.find((floor) => floor.id === floorId)?.buildingId;
  return [id, ...shown.filter((other) => buildingOf(other) !== buildingOf(id))];
}

/** Selects the rows of a floor's list: assets on that floor, and those whose floor does not exist and that are drawn on all. */
export function isListedOn(
  floorId: string,
  plans: readonly Pick<FloorPlan, "id">[],
): (row: Pick<AssetRow, "floorId" | "status">) => boolean {
  const known = new Set(plans.map(({ id }) => id));
  return (row) =>
    row.floorId === floorId || (row.status !== "never" && (row.floorId === null || !known.has(row.floorId)));
}
