import type { FloorPlan } from "@pulse/contract/sites";
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef } from "react";
import type { MapHandle } from "../../mapEngine/SiteMapView.tsx";
import { areInSeveralBuildings, chosenAfter, floorPerBuilding, shownFloors } from "../layers/floorChoice.ts";
import { rememberBuilding } from "../layers/lastBuilding.ts";
import type { MapAddress } from "./useMapAddress.ts";
import type { MapData } from "./useMapData.ts";
import { useOpeningBuilding } from "./useOpeningBuilding.ts";

/** The floors that the map shows: those of one building, unless somebody asks for all. */
export interface ShownFloors {
  /** The floor chosen last. */
  floor: FloorPlan | null;
  shownFloorIds: readonly string[];
  /** Whether a floor of each building is shown. */
  isAllBuildings: boolean;
  /** Shows a floor that somebody chose; the map is fitted to a building that was not shown. */
  chooseFloor(floorId: string): void;
  /** Shows a floor because something on it is opened; the map goes there itself. */
  openFloor(floorId: string): void;
  /** Shows a floor of each building together, or the last chosen floor alone. */
  setAllBuildings(isAll: boolean): void;
}

/** The floors in the address, or those that the site opens on. `handle`: the map, which is fitted to a newly chosen building. */
export function useShownFloors(
  { site, plans, live }: Pick<MapData, "site" | "plans" | "live">,
  { floors: chosen, chooseFloors }: Pick<MapAddress, "floors" | "chooseFloors">,
  handle: RefObject<MapHandle | null>,
): ShownFloors {
  const opening = useOpeningBuilding(site.id, plans, live.isLoading);
  const shownFloorIds = useMemo(() => shownFloors(plans, chosen, opening), [plans, chosen, opening]);
  const shown = plans.filter(({ id }) => shownFloorIds.includes(id));
  const isAllBuildings = areInSeveralBuildings(shown);
  const floor = shown.find(({ id }) => id === chosen[0]) ?? shown[0] ?? null;

  const isToFit = useRef(false);
  const fit = useEffectEvent((_shown: readonly string[]) => {
    if (isToFit.current) handle.current?.fit();
    isToFit.current = false;
  });
  useEffect(() => fit(shownFloorIds), [shownFloorIds]);

  const openFloor = useCallback(
    (id: string) => {
      const buildingId = plans.find((plan) => plan.id === id)?.buildingId;
      if (buildingId !== undefined) rememberBuilding(localStorage, site.id, buildingId);
      chooseFloors(chosenAfter(plans, shownFloorIds, id));
    },
    [chooseFloors, plans, shownFloorIds, site.id],
  );
  const chooseFloor = (id: string): void => {
    const to = plans.find((plan) => plan.id === id);
    isToFit.current = !shown.some(({ buildingId }) => buildingId === to?.buildingId);
    openFloor(id);
  };
  const setAllBuildings = (isAll: boolean): void => {
    isToFit.current = isAll !== isAllBuildings;
    const last = floor === null ? [] : [floor.id];
    const others = floorPerBuilding(plans, last).filter((id) => !last.includes(id));
    chooseFloors(isAll ? [...last, ...others] : last);
  };
  return { floor, shownFloorIds, isAllBuildings, chooseFloor, openFloor, setAllBuildings };
}
