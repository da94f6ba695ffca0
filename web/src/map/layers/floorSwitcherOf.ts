import type { ComponentProps } from "react";
import type { ListedAssets } from "../model/useListedAssets.ts";
import type { MapData } from "../model/useMapData.ts";
import type { MapSelection } from "../model/useMapSelection.ts";
import type { FloorSwitcher } from "./FloorSwitcher.tsx";

type Page = Pick<MapData, "plans"> &
  Pick<ListedAssets, "floorCounts"> &
  Pick<MapSelection, "shownFloorIds" | "isAllBuildings" | "chooseFloor" | "setAllBuildings">;

/** What the map page's switch of floors shows and does. */
export function floorSwitcherOf(page: Page): ComponentProps<typeof FloorSwitcher> {
  return {
    plans: page.plans,
    shown: page.shownFloorIds,
    counts: page.floorCounts,
    onChoose: page.chooseFloor,
    isAllBuildings: page.isAllBuildings,
    onAllBuildings: page.setAllBuildings,
  };
}
