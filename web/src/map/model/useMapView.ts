import { useCallback, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import type { AssetFilter, Sorting } from "../list/assetFilter.ts";
import type { Camera } from "../../mapEngine/camera/siteCamera.ts";
import { firstViewOf, type MapLayersShown, type MapView, readView } from "./mapView.ts";
import { useViewInAddress } from "./useMapAddress.ts";

/** How somebody views the map, and the functions that change it. */
export interface MapViewControls extends MapView {
  setFilter(change: Partial<AssetFilter>): void;
  setSorting(sorting: Sorting): void;
  setAllFloors(isAll: boolean): void;
  setLayers(change: Partial<MapLayersShown>): void;
  setFollowing(isFollowing: boolean): void;
  /** Where somebody has moved the map to; null: back to the whole floor. */
  setCamera(camera: Camera | null): void;
}

/** The view of a site's map: read from the address once, and written there whenever it changes. */
export function useMapView({ hideGeofences }: { hideGeofences: boolean }): MapViewControls {
  const [search] = useSearchParams();
  const firstView = useMemo(() => firstViewOf({ hideGeofences }), [hideGeofences]);
  const [view, setView] = useState(() => readView(search, firstView));
  useViewInAddress(view, firstView);
  const change = useCallback((part: Partial<MapView>) => setView((before) => ({ ...before, ...part })), []);
  return {
    ...view,
    setFilter: useCallback((part) => setView((before) => ({ ...before, filter: { ...before.filter, ...part } })), []),
    setSorting: useCallback((next) => change({ sorting: next }), [change]),
    setAllFloors: useCallback((isAll) => change({ isAllFloors: isAll }), [change]),
    setLayers: useCallback((part) => setView((before) => ({ ...before, layers: { ...before.layers, ...part } })), []),
    setFollowing: useCallback((next) => change({ isFollowing: next }), [change]),
    setCamera: useCallback((next) => change({ camera: next }), [change]),
  };
}
