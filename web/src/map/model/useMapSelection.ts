import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { Status } from "../../mapEngine/assetStatus.ts";
import type { MapHandle } from "../../mapEngine/SiteMapView.tsx";
import { type MapAddress, useMapAddress } from "./useMapAddress.ts";
import type { MapData } from "./useMapData.ts";
import type { MapViewControls } from "./useMapView.ts";
import { useOpenedFromSearch } from "./useOpenedFromSearch.ts";
import { type ShownFloors, useShownFloors } from "./useShownFloors.ts";
import { type SidePanel, useSidePanel } from "./useSidePanel.ts";

/** What is open on the map page: floors, a card and a panel. */
export interface MapSelection extends ShownFloors {
  address: MapAddress;
  /** The guid of the asset whose card is open. */
  selected: string | null;
  /** The status in its row of the list. */
  selectedStatus: Status | null;
  /** The panel in place of the list. */
  panel: SidePanel;
  /** Opens an asset's card; from a list the map goes there too. */
  select(guid: string | null, bringIntoView?: boolean): void;
}

/** The open floors, card and panel, kept in the address. `handle`: the map, which goes to what is opened elsewhere. */
export function useMapSelection(
  data: MapData,
  { isFollowing, camera, setFollowing }: MapViewControls,
  handle: RefObject<MapHandle | null>,
): MapSelection {
  const { plans, allRows, playback } = data;
  const address = useMapAddress();
  const selectedRow = allRows.find(({ guid }) => guid === address.asset) ?? null;
  const selected = selectedRow?.guid ?? null;
  const panel = useSidePanel(selected !== null, playback.span !== null);
  const floors = useShownFloors(data, address, handle);
  const { shownFloorIds, openFloor } = floors;

  // The open asset decides the floor: after a deep link, and when a followed asset takes the lift.
  const { open } = address;
  const selectedFloor = selectedRow?.floorId ?? null;
  const isElsewhere = selectedFloor !== null && !shownFloorIds.includes(selectedFloor);
  const lastSelection = useRef<string | null>(null);
  useEffect(() => {
    const isNew = lastSelection.current !== selected;
    lastSelection.current = selected;
    if (isElsewhere && (isNew || isFollowing) && plans.some(({ id }) => id === selectedFloor)) openFloor(selectedFloor);
  }, [selected, selectedFloor, isElsewhere, isFollowing, plans, openFloor]);

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
    ...floors,
    panel,
    select,
  };
}
