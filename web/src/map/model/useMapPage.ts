import type { AccessibleSite } from "@pulse/contract/customers";
import { type RefObject, useRef, useState } from "react";
import type { MapHandle } from "../../mapEngine/SiteMapView.tsx";
import { useServices } from "../../services/services.tsx";
import { useSubscription } from "../live/useSubscription.ts";
import { type DrawnMap, useDrawnMap } from "./useDrawnMap.ts";
import { createMapFocus, type MapFocus } from "./mapFocus.ts";
import { type ListedAssets, useListedAssets } from "./useListedAssets.ts";
import { type MapData, useMapData } from "./useMapData.ts";
import { type MapSelection, useMapSelection } from "./useMapSelection.ts";
import { type MapViewControls, useMapView } from "./useMapView.ts";

/** The map on the page. */
export interface MapOnPage {
  handle: RefObject<MapHandle | null>;
  /** Moves the keyboard's focus between list, card and history. */
  focus: MapFocus;
}

/** Everything that the layouts of the map page show and do. A part of the page asks for the part of it that it uses. */
export type MapPageModel = MapViewControls & MapData & MapSelection & ListedAssets & DrawnMap & MapOnPage;

/** The state of the map page. Positions never pass through it. */
export function useMapPage(site: AccessibleSite): MapPageModel {
  const { live: store } = useServices();
  const handle = useRef<MapHandle | null>(null);
  const [focus] = useState(createMapFocus);
  const view = useMapView(site);
  const data = useMapData(site, view.layers.trackers);
  const selection = useMapSelection(data, view, handle);
  const listed = useListedAssets(data, view, selection);
  const drawn = useDrawnMap(data, view, selection);
  const { selected, shownFloorIds } = selection;
  const watchedId = selected === null ? undefined : store.get(selected)?.assetId;
  useSubscription(data.live.watch, () => ({
    total: store.all().size,
    floorIds: shownFloorIds,
    bounds: () => handle.current?.bounds() ?? null,
    assetIds: watchedId === undefined ? [] : [watchedId],
  }));
  return { ...view, ...data, ...selection, ...listed, ...drawn, handle, focus };
}
