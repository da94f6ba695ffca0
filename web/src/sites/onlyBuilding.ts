import type { FloorPlan } from "@pulse/contract/sites";
import { useFloors } from "./sites.api.ts";

type Floor = Pick<FloorPlan, "buildingId" | "buildingName">;

/** Between the parts of a place in words, as the server joins them. */
const between = " · ";

/** The name of the floors' only building; null: there are several, or none. */
export function onlyBuildingOf(floors: readonly Floor[]): string | null {
  const [first] = floors;
  const isOne = first !== undefined && floors.every(({ buildingId }) => buildingId === first.buildingId);
  return isOne ? first.buildingName : null;
}

/** The name of a site's only building; null also while its floors are not known. */
export function useOnlyBuilding(siteId: string | null): string | null {
  const { data: floors = [] } = useFloors(siteId ?? "", siteId !== null);
  return onlyBuildingOf(floors);
}

/** A place in words without the site's only building, which is the same in every row. */
export function withoutBuilding(place: string, onlyBuilding: string | null): string {
  const start = `${onlyBuilding ?? ""}${between}`;
  return onlyBuilding !== null && place.startsWith(start) ? place.slice(start.length) : place;
}
