import type { AccessibleSite } from "@pulse/contract/customers";
import type { FloorPlan } from "@pulse/contract/sites";
import { useComputedColorScheme } from "@mantine/core";
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useServices } from "../services.tsx";
import { useFloors } from "../sites/sites.api.ts";
import { type AssetFilter, type Chip, filterRows, noFilter, type Sorting, sortRows } from "./assetFilter.ts";
import type { AssetRow } from "./assetRows.ts";
import { alsoChosen, shownFloors } from "./floorChoice.ts";
import type { SiteMapState } from "./engine/siteMapState.ts";
import type { MapHandle } from "./SiteMapView.tsx";
import { useAssetRows } from "./useAssetRows.ts";
import { type LiveSite, useLiveSite } from "./useLiveSite.ts";
import { useMapAddress } from "./useMapAddress.ts";

export interface MapLayersShown {
  gateways: boolean;
  confidence: boolean;
  otherFloors: boolean;
}

/** Everything that the layouts of the map page show and do. */
export interface MapPageModel {
  site: AccessibleSite;
  plans: readonly FloorPlan[];
  floor: FloorPlan | null;
  /** Assets with a position on each floor, by floor id. */
  floorCounts: ReadonlyMap<string, number>;
  rows: readonly AssetRow[];
  /** Of all assets, whatever floor. */
  total: number;
  counts: Record<Chip, number>;
  types: readonly string[];
  filter: AssetFilter;
  sorting: Sorting;
  isAllFloors: boolean;
  selected: string | null;
  isFollowing: boolean;
  layers: MapLayersShown;
  live: LiveSite;
  state: SiteMapState;
  handle: RefObject<MapHandle | null>;
  setFilter(change: Partial<AssetFilter>): void;
  setSorting(sorting: Sorting): void;
  setAllFloors(isAll: boolean): void;
  setLayers(change: Partial<MapLayersShown>): void;
  chooseFloor(floorId: string): void;
  /** Opens an asset's card; from a list the map goes there too. */
  select(guid: string | null, bringIntoView?: boolean): void;
  setFollowing(isFollowing: boolean): void;
}

const noPlans: readonly FloorPlan[] = [];

/** The state of the map page. Positions never pass through it. */
export function useMapPage(site: AccessibleSite): MapPageModel {
  const { live: store } = useServices();
  const live = useLiveSite(site.id);
  const { data: plans = noPlans } = useFloors(site.id);
  const allRows = useAssetRows(store);
  const address = useMapAddress();
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const handle = useRef<MapHandle | null>(null);
  const [filter, setFilterState] = useState(noFilter);
  const [sorting, setSorting] = useState<Sorting>("attention");
  const [isAllFloors, setAllFloors] = useState(false);
  const [isFollowing, setFollowing] = useState(false);
  const [layers, setLayersState] = useState<MapLayersShown>({ gateways: true, confidence: false, otherFloors: true });

  const selectedRow = allRows.find(({ guid }) => guid === address.asset) ?? null;
  const selected = selectedRow?.guid ?? null;
  const shownFloorIds = useMemo(() => shownFloors(plans, address.floors), [plans, address.floors]);
  const floor = plans.find(({ id }) => id === (address.floors[0] ?? shownFloorIds[0])) ?? null;
  const floorId = floor?.id ?? null;

  // What is open decides the floor: a deep link, and a followed asset that takes the lift.
  const { set } = address;
  const chooseFloor = useCallback(
    (id: string) => set({ floor: alsoChosen(plans, shownFloorIds, id) }),
    [set, plans, shownFloorIds],
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

  // After the card has taken its place: it covers a part of the map. What was sought is shown even if it is open.
  const bringing = useRef<string | null>(address.asset);
  const { key: visit, state: sent } = useLocation() as { key: string; state: { isSought?: boolean } | null };
  const sought = sent?.isSought === true ? visit : null;
  useEffect(() => {
    if (selected === null || (bringing.current !== selected && sought === null)) return;
    bringing.current = null;
    handle.current?.show(selected);
  }, [selected, sought]);

  const isSearching = filter.text.trim() !== "";
  const listed = useMemo(
    () => (isAllFloors || isSearching || floorId === null ? allRows : allRows.filter((row) => row.floorId === floorId)),
    [allRows, isAllFloors, isSearching, floorId],
  );
  const filtered = useMemo(() => filterRows(listed, filter), [listed, filter]);
  const rows = useMemo(() => sortRows(filtered.rows, sorting, selected), [filtered, sorting, selected]);
  const passing = useMemo(() => {
    const isOpen = filter.text.trim() === "" && filter.chip === "all" && filter.type === null;
    return isOpen ? null : new Set(filterRows(allRows, filter).rows.map(({ guid }) => guid));
  }, [allRows, filter]);
  const floorCounts = useMemo(() => {
    const counts = new Map<string, number>();
    for (const { floorId: id } of allRows) counts.set(id ?? "", (counts.get(id ?? "") ?? 0) + 1);
    return counts;
  }, [allRows]);
  const types = useMemo(() => [...new Set(allRows.map(({ type }) => type))].sort(), [allRows]);
  const timeoutDay = site.customerConfig.assetMapTimeoutDay;

  const state = useMemo<SiteMapState>(
    () => ({
      scheme,
      plans,
      shownFloorIds,
      gateways: live.gateways,
      selected,
      isFollowing: isFollowing && selected !== null,
      passing,
      layers,
      timeoutDay,
    }),
    [scheme, plans, shownFloorIds, live.gateways, selected, isFollowing, passing, layers, timeoutDay],
  );

  return {
    site,
    plans,
    floor,
    floorCounts,
    rows,
    total: allRows.length,
    counts: filtered.counts,
    types,
    filter,
    sorting,
    isAllFloors,
    selected,
    isFollowing,
    layers,
    live,
    state,
    handle,
    setFilter: useCallback((change) => setFilterState((before) => ({ ...before, ...change })), []),
    setSorting,
    setAllFloors,
    setLayers: useCallback((change) => setLayersState((before) => ({ ...before, ...change })), []),
    chooseFloor,
    select: useCallback(
      (guid, bringIntoView = false) => {
        if (guid === null) setFollowing(false);
        bringing.current = bringIntoView ? guid : null;
        set({ asset: guid });
      },
      [set],
    ),
    setFollowing: useCallback((next) => setFollowing(next), []),
  };
}
