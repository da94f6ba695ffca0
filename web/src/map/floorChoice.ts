import type { FloorPlan } from "@pulse/contract/sites";
import type { AssetRow } from "./assetRows.ts";

type Floor = Pick<FloorPlan, "id" | "buildingId" | "level">;

/**
 * The floors that are drawn when `chosen` are, the last choice first: one in each building, so that none stands empty. Where
 * nothing was chosen, the one nearest to the level of the last choice, or to level 0.
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

/** What is chosen once `id` is too: the other buildings keep the floors that they show. */
export function alsoChosen(plans: readonly Floor[], shown: readonly string[], id: string): string[] {
  const buildingOf = (floorId: string) => plans.find((floor) => floor.id === floorId)?.buildingId;
  return [id, ...shown.filter((other) => buildingOf(other) !== buildingOf(id))];
}

/** What the list of a floor has: what is on it, and what is drawn on every floor as it is on none that exists. */
export function isListedOn(
  floorId: string,
  plans: readonly Pick<FloorPlan, "id">[],
): (row: Pick<AssetRow, "floorId" | "status">) => boolean {
  const known = new Set(plans.map(({ id }) => id));
  return (row) =>
    row.floorId === floorId || (row.status !== "never" && (row.floorId === null || !known.has(row.floorId)));
}
