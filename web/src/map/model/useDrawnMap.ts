import { useComputedColorScheme } from "@mantine/core";
import { type Dispatch, type RefObject, type SetStateAction, useMemo, useRef, useState } from "react";
import { useBasemap } from "../../basemap/basemapChoice.ts";
import type { Overlay } from "../../basemap/MapLayer.ts";
import type { PlacePicker, SiteMapState } from "../../mapEngine/siteMapState.ts";
import { useLayers } from "../layers/useLayers.ts";
import { useMapFences } from "../layers/useMapFences.ts";
import type { LayerName } from "./mapView.ts";
import { usePassingGuids } from "./useListedAssets.ts";
import type { MapData } from "./useMapData.ts";
import type { MapSelection } from "./useMapSelection.ts";
import type { MapViewControls } from "./useMapView.ts";

export interface RulerHandle {
  /** null: nothing is measured yet. */
  show(metres: number | null): void;
}

/** What the map draws, and the tools on it. */
export interface DrawnMap {
  state: SiteMapState;
  /** The layers that this person can switch. */
  switches: readonly LayerName[];
  /** How many things a layer has, where that is known. */
  layerCounts: Partial<Record<LayerName, number | null>>;
  /** The overlays that parts of the page put onto the map, each under its own name. */
  setOverlays: Dispatch<SetStateAction<Readonly<Record<string, Overlay>>>>;
  isMeasuring: boolean;
  setMeasuring(isMeasuring: boolean): void;
  /** Hands the next clicks on the map to somebody who wants a place; null: clicks select again. */
  setPlacePicker(picker: PlacePicker | null): void;
  /** Where the length of the measured line is shown. */
  ruler: RefObject<RulerHandle | null>;
}

const noOverlays: Readonly<Record<string, Overlay>> = {};

/** The state of the map's drawing. */
export function useDrawnMap(data: MapData, view: MapViewControls, selection: MapSelection): DrawnMap {
  const { site, plans, arePlansKnown, live, unassigned, positions, playback } = data;
  const { layers, isFollowing } = view;
  const { selected, shownFloorIds } = selection;
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const { styleUrl } = useBasemap();
  const ruler = useRef<RulerHandle | null>(null);
  const [isMeasuring, setMeasuring] = useState(false);
  const [placePicker, setPlacePicker] = useState<PlacePicker | null>(null);
  const [overlays, setOverlays] = useState(noOverlays);
  const geofences = useMapFences(site.id, shownFloorIds, layers);
  const { fences } = geofences;
  const passing = usePassingGuids(data, view);
  const isPast = playback.span !== null;
  const { switches, drawn, showsConfidence } = useLayers({ site, layers, positions, isPast, unassigned, geofences });
  const timeoutDay = site.customerConfig.assetMapTimeoutDay;
  const underlay = layers.underlay ? site.underlay : null;
  const state = useMemo<SiteMapState>(
    () => ({
      scheme,
      styleUrl,
      plans,
      arePlansKnown,
      underlay,
      shownFloorIds,
      gateways: live.gateways,
      fences,
      selected,
      isFollowing: isFollowing && selected !== null,
      passing,
      layers,
      isMeasuring,
      placePicker,
      timeoutDay,
      showsConfidence,
      positions: drawn,
      overlays,
    }),
    [
      scheme,
      styleUrl,
      plans,
      arePlansKnown,
      underlay,
      shownFloorIds,
      live.gateways,
      fences,
      selected,
      isFollowing,
      passing,
      layers,
      isMeasuring,
      placePicker,
      timeoutDay,
      showsConfidence,
      drawn,
      overlays,
    ],
  );
  const layerCounts = { gateways: live.gateways.length, trackers: unassigned.total, geofences: geofences.total };
  return { state, switches, layerCounts, setOverlays, isMeasuring, setMeasuring, setPlacePicker, ruler };
}
