import type { HardwareListed } from "@pulse/contract/gateways";
import type { Tracker } from "@pulse/contract/trackers";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from "react";
import type { SiteMapState } from "../../mapEngine/siteMapState.ts";
import { useOpenedFromSearch } from "./useOpenedFromSearch.ts";
import type { MapFence } from "../../mapEngine/mapFence.ts";
import type { DrawnMap } from "./useDrawnMap.ts";
import type { MapData } from "./useMapData.ts";
import type { MapOnPage } from "./useMapPage.ts";
import type { MapSelection } from "./useMapSelection.ts";

export type Place = { gateway: HardwareListed } | { tracker: Tracker } | { fence: MapFence };

export interface PlaceSelection {
  /** What is open instead of an asset: a gateway, a geofence, or a tracker without an asset. */
  place: Place | null;
  /** The map's state with that place selected. */
  state: SiteMapState;
  /** Opens the card of an asset, gateway, tracker or geofence; null closes any. */
  select: MapSelection["select"];
}

/** The open gateway, tracker or geofence, kept in the address so that it can be shared. An asset's card replaces it. */
export function usePlaceSelection(page: MapData & MapSelection & DrawnMap & MapOnPage): PlaceSelection {
  const openedFromSearch = useOpenedFromSearch();
  const { select: selectAsset, selected, address } = page;
  const { gateways } = page.live;
  const { fences } = page.state;
  const { list: trackers } = page.unassigned;
  const requested = address.gateway ?? address.tracker ?? address.geofence;
  const openCard = address.open;
  const place = selected === null ? placeOf(address, gateways, trackers, fences) : null;
  const gateway = place !== null && "gateway" in place ? place.gateway : null;

  useEffect(() => {
    if (selected !== null && requested !== null) openCard("asset", selected);
  }, [selected, requested, openCard]);

  // After the card has opened, since it covers part of the map. A search result is shown even if its card is already open.
  const lastShown = useRef<string | null>(null);
  const show = useEffectEvent((isFromSearch: boolean) => {
    if (gateway === null || (lastShown.current === gateway.guid && !isFromSearch)) return;
    if (gateway.floorId !== null && !page.state.shownFloorIds.includes(gateway.floorId))
      page.openFloor(gateway.floorId);
    page.handle.current?.show(gateway.guid);
  });
  const guid = gateway?.guid ?? null;
  useEffect(() => {
    show(openedFromSearch !== null);
    lastShown.current = guid;
  }, [guid, openedFromSearch]);

  const select = useCallback<MapSelection["select"]>(
    (wanted, bringIntoView) => {
      if (gateways.some((each) => each.guid === wanted)) openCard("gateway", wanted);
      else if (trackers.some((each) => each.guid === wanted)) openCard("tracker", wanted);
      else if (fences.some((each) => each.id === wanted)) openCard("geofence", wanted);
      else selectAsset(wanted, bringIntoView);
    },
    [gateways, trackers, fences, openCard, selectAsset],
  );
  const open = place === null ? null : idOf(place);
  const state = useMemo(() => (open === null ? page.state : { ...page.state, selected: open }), [open, page.state]);
  return { place, state, select };
}

/** The place in an address; a geofence of another floor is not drawn and has no card. */
function placeOf(
  address: MapSelection["address"],
  gateways: readonly HardwareListed[],
  trackers: readonly Tracker[],
  fences: readonly MapFence[],
): Place | null {
  const gateway = gateways.find(({ guid }) => guid === address.gateway);
  if (gateway !== undefined) return { gateway };
  const tracker = trackers.find(({ guid }) => guid === address.tracker);
  if (tracker !== undefined) return { tracker };
  const fence = fences.find(({ id }) => id === address.geofence);
  return fence === undefined ? null : { fence };
}

/** Its id on the map. */
function idOf(place: Place): string {
  if ("fence" in place) return place.fence.id;
  return "gateway" in place ? place.gateway.guid : place.tracker.guid;
}
