import type { FloorPlan } from "@pulse/contract/sites";
import { type RefObject, useCallback, useEffect, useMemo, useRef } from "react";
import type { Status } from "../../mapEngine/assetStatus.ts";
import type { MapHandle } from "../../mapEngine/SiteMapView.tsx";
import { alsoChosen, shownFloors } from "../layers/floorChoice.ts";
import { type MapAddress, useMapAddress } from "./useMapAddress.ts";
import type { MapData } from "./useMapData.ts";
import type { MapViewControls } from "./useMapView.ts";
import { useOpenedFromSearch } from "./useOpenedFromSearch.ts";
import { type SidePanel, useSidePanel } from "./useSidePanel.ts";

/** What is open on the map page: floors, a card and a panel. */
export interface MapSelection {
  address: MapAddress;
  /** The guid of the asset whose card is open. */
  selected: string | null;
  /** The status in its row of the list. */
  selectedStatus: Status | null;
  /** The floor that the list is about. */
  floor: FloorPlan | null;
  shownFloorIds: readonly string[];
  /** The panel in place of the list. */
  panel: SidePanel;
  chooseFloor(floorId: string): void;
  /** Opens an asset's card; from a list the map goes there too. */
  select(guid: string | null, bringIntoView?: boolean): void;
}

/** The open floors, card and panel, kept in the address. `handle`: the map, which goes to what is opened elsewhere. */
export function useMapSelection(
  { plans, allRows, playback }: MapData,
  { isFollowing, camera, setFollowing }: MapViewControls,
  handle: RefObject<MapHandle | null>,
): MapSelection {
  const address = useMapAddress();
  const selectedRow = allRows.find(({ guid }) => guid === address.asset) ?? null;
  const selected = selectedRow?.guid ?? null;
  const panel = useSidePanel(selected !== null, playback.span !== null);
  const shownFloorIds = useMemo(() => shownFloors(plans, address.floors), [plans, address.floors]);
  const floor = plans.find(({ id }) => id === (address.floors[0] ?? shownFloorIds[0])) ?? null;

  // The open asset decides the floor: after a deep link, and when a followed asset takes the lift.
  const { open, chooseFloors } = address;
  const chooseFloor = useCallback(
    (id: string) => chooseFloors(alsoChosen(plans, shownFloorIds, id)),
    [chooseFloors, plans, shownFloorIds],
  );
  const selectedFloor = selectedRow?.floorId ?? null;
  const isElsewhere = selectedFloor !== null && !shownFloorIds.includes(selectedFloor);
  const lastSelection = useRef<string | null>(null);
  useEffect(() => {
    const isNew = lastSelection.current !== selected;
    lastSelection.current = selected;
    if (isElsewhere && (isNew || isFollowing) && plans.some(({ id }) => id === selectedFloor))
      chooseFloor(selectedFloor);
  }, [selected, selectedFloor, isElsewhere, isFollowing, plans, chooseFloor]);

  // After the card has opened, since it covers part of the map. A search result is shown even if its card is already open.
  const pendingPan = useRef<string | null>(camera === null ? address.asset : null);
  const openedFromSearch = useOpenedFromSearch();
  useEffect(() => {
    if (selected === null || (pendingPan.current !== selected && openedFromSearch === null)) return;
    pendingPan.current = null;
    handle.current?.show(selected);
  }, [selected, openedFromSearch, handle]);

  const select = useCallback<MapSelection["select"]>(
    (guid, bringIntoView = false) => {
      if (guid === null) setFollowing(false);
      pendingPan.current = bringIntoView ? guid : null;
      open("asset", guid);
    },
    [open, setFollowing],
  );
  return {
    address,
    selected,
    selectedStatus: selectedRow?.status ?? null,
    floor,
    shownFloorIds,
    panel,
    chooseFloor,
    select,
  };
}
