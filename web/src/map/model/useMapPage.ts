import type { AccessibleSite } from "@pulse/contract/customers";
import type { FloorPlan } from "@pulse/contract/sites";
import { useComputedColorScheme } from "@mantine/core";
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useLocation, useSearchParams } from "react-router";
import { useBasemap } from "../../basemap/basemapChoice.ts";
import type { Overlay } from "../../basemap/MapLayer.ts";
import type { Positions } from "../../live/positions.ts";
import { useServices } from "../../services.tsx";
import { useFloors } from "../../sites/sites.api.ts";
import {
  type AssetFilter,
  type Chip,
  countsOf,
  filterRows,
  isOpenFilter,
  type Sorting,
  sortRows,
} from "../list/assetFilter.ts";
import { type AssetRow, rowOf } from "../list/assetRows.ts";
import { alsoChosen, isListedOn, shownFloors } from "../layers/floorChoice.ts";
import type { Camera } from "../../mapEngine/siteCamera.ts";
import type { SiteMapState } from "../../mapEngine/siteMapState.ts";
import { firstViewOf, type LayerName, type MapLayersShown, type MapView, readView } from "./mapView.ts";
import type { MapHandle } from "../../mapEngine/SiteMapView.tsx";
import { useAssetRows } from "../list/useAssetRows.ts";
import type { Status } from "../../mapEngine/assetStatus.ts";
import { type LiveSite, useLiveSite } from "../live/useLiveSite.ts";
import { useLayers } from "../layers/useLayers.ts";
import { type TrackerLayer, useUnassignedTrackers } from "../layers/useUnassignedTrackers.ts";
import { useMapFences } from "../layers/useMapFences.ts";
import { type PlaybackState, usePlayback } from "../playback/usePlayback.ts";
import { type Pause, usePause } from "../live/usePause.ts";
import { useSubscription } from "../live/useSubscription.ts";
import { type SidePanel, useSidePanel } from "./useSidePanel.ts";
import { type MapAddress, useMapAddress, useViewInAddress } from "./useMapAddress.ts";

export interface RulerHandle {
  /** null: nothing is measured yet. */
  show(metres: number | null): void;
}

/** Everything that the layouts of the map page show and do. */
export interface MapPageModel extends MapView {
  site: AccessibleSite;
  plans: readonly FloorPlan[];
  floor: FloorPlan | null;
  /** Assets with a position on each floor, by floor id. */
  floorCounts: ReadonlyMap<string, number>;
  rows: readonly AssetRow[];
  /** All assets, on any floor. */
  total: number;
  counts: Record<Chip, number>;
  /** The types and geofences that can be chosen, with the number of assets of each. */
  offered: ReturnType<typeof countsOf>;
  selected: string | null;
  /** The status in its row of the list. */
  selectedStatus: Status | null;
  address: MapAddress;
  live: LiveSite;
  state: SiteMapState;
  /** The layers that this person can switch. */
  switches: readonly LayerName[];
  /** How many things a layer has, where that is known. */
  layerCounts: Partial<Record<LayerName, number | null>>;
  loose: TrackerLayer;
  /** The positions that the page shows: live or past. */
  positions: Positions;
  past: PlaybackState;
  pause: Pause;
  /** The current time by the server's clock, ms. */
  nowMs(): number;
  /** The panel in place of the list. */
  panel: SidePanel;
  /** The overlays that parts of the page put onto the map, each under its own name. */
  setOverlays: Dispatch<SetStateAction<Readonly<Record<string, Overlay>>>>;
  handle: RefObject<MapHandle | null>;
  setFilter(change: Partial<AssetFilter>): void;
  setSorting(sorting: Sorting): void;
  setAllFloors(isAll: boolean): void;
  setLayers(change: Partial<MapLayersShown>): void;
  chooseFloor(floorId: string): void;
  /** Opens an asset's card; from a list the map goes there too. */
  select(guid: string | null, bringIntoView?: boolean): void;
  setFollowing(isFollowing: boolean): void;
  isMeasuring: boolean;
  setMeasuring(isMeasuring: boolean): void;
  /** Where the length of the measured line is shown. */
  ruler: RefObject<RulerHandle | null>;
  /** Where somebody has moved the map to; null: back to the whole floor. */
  setCamera(camera: Camera | null): void;
}

const noPlans: readonly FloorPlan[] = [];
const noOverlays: Readonly<Record<string, Overlay>> = {};

/** The state of the map page. Positions never pass through it. */
export function useMapPage(site: AccessibleSite): MapPageModel {
  const { live: store } = useServices();
  const { pause, now } = usePause(store);
  const isPaused = pause.sinceMs !== null;
  const { past, positions } = usePlayback(now, isPaused);
  const { data: plans = noPlans } = useFloors(site.id);
  const allRows = useAssetRows(positions);
  const address = useMapAddress();
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const { styleUrl } = useBasemap();
  const handle = useRef<MapHandle | null>(null);
  const ruler = useRef<RulerHandle | null>(null);
  const [isMeasuring, setMeasuring] = useState(false);
  const [overlays, setOverlays] = useState(noOverlays);
  const [search] = useSearchParams();
  const { hideGeofences } = site;
  const firstView = useMemo(() => firstViewOf({ hideGeofences }), [hideGeofences]);
  const [view, setView] = useState(() => readView(search, firstView));
  useViewInAddress(view, firstView);
  const change = useCallback((part: Partial<MapView>) => setView((before) => ({ ...before, ...part })), []);
  const { filter, sorting, isAllFloors, isFollowing, layers, camera } = view;
  const loose = useUnassignedTrackers(site.id, layers.trackers);
  const live = useLiveSite(site.id, isPaused, loose.trackers);

  const selectedRow = allRows.find(({ guid }) => guid === address.asset) ?? null;
  const selected = selectedRow?.guid ?? null;
  const panel = useSidePanel(selected !== null, past.span !== null);
  const shownFloorIds = useMemo(() => shownFloors(plans, address.floors), [plans, address.floors]);
  const fencing = useMapFences(site.id, shownFloorIds, layers);
  const { fences } = fencing;
  const floor = plans.find(({ id }) => id === (address.floors[0] ?? shownFloorIds[0])) ?? null;
  const floorId = floor?.id ?? null;

  // The open asset decides the floor: after a deep link, and when a followed asset takes the lift.
  const { open, chooseFloors } = address;
  const chooseFloor = useCallback(
    (id: string) => chooseFloors(alsoChosen(plans, shownFloorIds, id)),
    [chooseFloors, plans, shownFloorIds],
  );
  const selectedFloor = selectedRow?.floorId ?? null;
  const isElsewhere = selectedFloor !== null && !shownFloorIds.includes(selectedFloor);
  const settled = useRef<string | null>(null);
  useEffect(() => {
    const isNew = settled.current !== selected;
    settled.current = selected;
    if (isElsewhere && (isNew || isFollowing) && plans.some(({ id }) => id === selectedFloor))
      chooseFloor(selectedFloor);
  }, [selected, selectedFloor, isElsewhere, isFollowing, plans, chooseFloor]);

  // After the card has opened, since it covers part of the map. A search result is shown even if its card is already open.
  const bringing = useRef<string | null>(camera === null ? address.asset : null);
  const { key: visit, state: sent } = useLocation() as { key: string; state: { isSought?: boolean } | null };
  const sought = sent?.isSought === true ? visit : null;
  useEffect(() => {
    if (selected === null || (bringing.current !== selected && sought === null)) return;
    bringing.current = null;
    handle.current?.show(selected);
  }, [selected, sought]);

  const isSearching = filter.text.trim() !== "";
  const listed = useMemo(
    () => (isAllFloors || isSearching || floorId === null ? allRows : allRows.filter(isListedOn(floorId, plans))),
    [allRows, isAllFloors, isSearching, floorId, plans],
  );
  const filtered = useMemo(() => filterRows(listed, filter), [listed, filter]);
  const rows = useMemo(() => sortRows(filtered.rows, sorting, selected), [filtered, sorting, selected]);
  const passing = useMemo(() => {
    if (isOpenFilter(filter)) return null;
    const others = [...loose.trackers.positions.all().values()].map((tracker) => rowOf(tracker, now.nowMs()));
    return new Set([...filterRows(allRows, filter).rows, ...filterRows(others, filter).rows].map(({ guid }) => guid));
    // `loose.list` stands for the trackers' positions, which it filled.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [allRows, filter, loose.list, now]);
  const floorCounts = useMemo(() => {
    const counts = new Map<string, number>();
    for (const { floorId: id } of allRows) counts.set(id ?? "", (counts.get(id ?? "") ?? 0) + 1);
    return counts;
  }, [allRows]);
  const watchedId = selectedRow === null ? undefined : store.get(selectedRow.guid)?.assetId;
  useSubscription(live.watch, () => ({
    total: store.all().size,
    floorIds: shownFloorIds,
    bounds: () => handle.current?.bounds() ?? null,
    assetIds: watchedId === undefined ? [] : [watchedId],
  }));
  const offered = useMemo(() => countsOf(allRows), [allRows]);
  const { switches, drawn, showsConfidence } = useLayers({
    site,
    layers,
    positions,
    isPast: past.span !== null,
    loose,
    fencing,
  });
  const timeoutDay = site.customerConfig.assetMapTimeoutDay;

  const state = useMemo<SiteMapState>(
    () => ({
      scheme,
      styleUrl,
      plans,
      shownFloorIds,
      gateways: live.gateways,
      fences,
      selected,
      isFollowing: isFollowing && selected !== null,
      passing,
      layers,
      isMeasuring,
      timeoutDay,
      showsConfidence,
      positions: drawn,
      overlays,
    }),
    [
      scheme,
      styleUrl,
      plans,
      shownFloorIds,
      live.gateways,
      fences,
      selected,
      isFollowing,
      passing,
      layers,
      isMeasuring,
      timeoutDay,
      showsConfidence,
      drawn,
      overlays,
    ],
  );

  return {
    site,
    plans,
    floor,
    floorCounts,
    rows,
    total: allRows.length,
    counts: filtered.counts,
    offered,
    ...view,
    selected,
    selectedStatus: selectedRow?.status ?? null,
    address,
    live,
    state,
    switches,
    layerCounts: { gateways: live.gateways.length, trackers: loose.total, geofences: fencing.total },
    loose,
    positions,
    past,
    pause,
    nowMs: now.nowMs,
    panel,
    setOverlays,
    handle,
    isMeasuring,
    setMeasuring,
    ruler,
    setFilter: useCallback((part) => setView((before) => ({ ...before, filter: { ...before.filter, ...part } })), []),
    setSorting: useCallback((next) => change({ sorting: next }), [change]),
    setAllFloors: useCallback((isAll) => change({ isAllFloors: isAll }), [change]),
    setLayers: useCallback((part) => setView((before) => ({ ...before, layers: { ...before.layers, ...part } })), []),
    chooseFloor,
    select: useCallback(
      (guid, bringIntoView = false) => {
        if (guid === null) change({ isFollowing: false });
        bringing.current = bringIntoView ? guid : null;
        open("asset", guid);
      },
      [open, change],
    ),
    setFollowing: useCallback((next) => change({ isFollowing: next }), [change]),
    setCamera: useCallback((next) => change({ camera: next }), [change]),
  };
}
