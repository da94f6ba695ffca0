import type { HardwareListed } from "@pulse/contract/gateways";
import type { FloorPlan } from "@pulse/contract/sites";
import type { Tracker } from "@pulse/contract/trackers";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from "react";
import type { SiteMapState } from "../../mapEngine/siteMapState.ts";
import { useOpenedFromSearch } from "./useOpenedFromSearch.ts";
import type { MapFence } from "../../mapEngine/mapFence.ts";
import type { DrawnMap } from "./useDrawnMap.ts";
import type { MapData } from "./useMapData.ts";
import type { MapOnPage } from "./useMapPage.ts";
import type { MapSelection } from "./useMapSelection.ts";

/** A drawn room, with its floor. */
export interface PlacedRoom {
  room: FloorPlan["rooms"][number];
  floor: FloorPlan;
}

export type Place = { gateway: HardwareListed } | { tracker: Tracker } | { fence: MapFence } | PlacedRoom;

export interface PlaceSelection {
  /** What is open instead of an asset: a gateway, a geofence, a room, or a tracker without an asset. */
  place: Place | null;
  /** The map's state with that place selected. */
  state: SiteMapState;
  /** Opens the card of an asset, gateway, tracker or geofence; null closes any. A room is opened by the search. */
  select: MapSelection["select"];
}

/** The open gateway, tracker, geofence or room, kept in the address so that it can be shared. An asset's card replaces it. */
export function usePlaceSelection(page: MapData & MapSelection & DrawnMap & MapOnPage): PlaceSelection {
  const openedFromSearch = useOpenedFromSearch();
  const { select: selectAsset, selected, address } = page;
  const { gateways } = page.live;
  const { fences } = page.state;
  const { list: trackers } = page.unassigned;
  const requested = address.gateway ?? address.tracker ?? address.geofence ?? address.room;
  const openCard = address.open;
  const place = selected === null ? placeOf(address, gateways, trackers, fences, page.plans) : null;
  const target = place === null ? null : targetOf(place);

  useEffect(() => {
    if (selected !== null && requested !== null) openCard("asset", selected);
  }, [selected, requested, openCard]);

  // After the card has opened, since it covers part of the map. A search result is shown even if its card is already open.
  const lastShown = useRef<string | null>(null);
  const show = useEffectEvent((isFromSearch: boolean) => {
    if (target === null || (lastShown.current === target.id && !isFromSearch)) return;
    if (target.floorId !== null && !page.state.shownFloorIds.includes(target.floorId)) page.openFloor(target.floorId);
    page.handle.current?.show(target.id);
  });
  const guid = target?.id ?? null;
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
  plans: readonly FloorPlan[],
): Place | null {
  const gateway = gateways.find(({ guid }) => guid === address.gateway);
  if (gateway !== undefined) return { gateway };
  const tracker = trackers.find(({ guid }) => guid === address.tracker);
  if (tracker !== undefined) return { tracker };
  const fence = fences.find(({ id }) => id === address.geofence);
  if (fence !== undefined) return { fence };
  const floor = plans.find(({ rooms }) => rooms.some(({ id }) => id === address.room));
  const room = floor?.rooms.find(({ id }) => id === address.room);
  return floor === undefined || room === undefined ? null : { room, floor };
}

/** What the map goes to when it is opened; null: the place stays where it is. */
function targetOf(place: Place): { id: string; floorId: string | null } | null {
  if ("gateway" in place) return { id: place.gateway.guid, floorId: place.gateway.floorId };
  return "room" in place ? { id: place.room.id, floorId: place.floor.id } : null;
}

/** Its id on the map. */
function idOf(place: Place): string {
  if ("fence" in place) return place.fence.id;
  if ("room" in place) return place.room.id;
  return "gateway" in place ? place.gateway.guid : place.tracker.guid;
}
