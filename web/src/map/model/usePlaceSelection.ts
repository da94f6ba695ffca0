import type { HardwareListed } from "@pulse/contract/gateways";
import type { Tracker } from "@pulse/contract/trackers";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from "react";
import { useLocation } from "react-router";
import type { SiteMapState } from "../../mapEngine/siteMapState.ts";
import type { MapFence } from "../../mapEngine/mapFence.ts";
import type { MapPageModel } from "./useMapPage.ts";

export type Place = { gateway: HardwareListed } | { tracker: Tracker } | { fence: MapFence };

export interface PlaceSelection {
  /** What is open instead of an asset: a gateway, a geofence, or a tracker without an asset. */
  place: Place | null;
  /** The map's state with that place selected. */
  state: SiteMapState;
  /** Opens the card of an asset, gateway, tracker or geofence; null closes any. */
  select: MapPageModel["select"];
}

/** The open gateway, tracker or geofence, kept in the address so that it can be shared. An asset's card replaces it. */
export function usePlaceSelection(page: MapPageModel): PlaceSelection {
  const { key: visit, state: sent } = useLocation() as { key: string; state: { isSought?: boolean } | null };
  const sought = sent?.isSought === true ? visit : null;
  const { select: selectAsset, selected, address } = page;
  const { gateways } = page.live;
  const { fences } = page.state;
  const { list: trackers } = page.loose;
  const asked = address.gateway ?? address.tracker ?? address.geofence;
  const openCard = address.open;
  const place = selected === null ? placeOf(address, gateways, trackers, fences) : null;
  const gateway = place !== null && "gateway" in place ? place.gateway : null;

  useEffect(() => {
    if (selected !== null && asked !== null) openCard("asset", selected);
  }, [selected, asked, openCard]);

  // After the card has opened, since it covers part of the map. A search result is shown even if its card is already open.
  const shown = useRef<string | null>(null);
  const show = useEffectEvent((isSought: boolean) => {
    if (gateway === null || (shown.current === gateway.guid && !isSought)) return;
    if (gateway.floorId !== null && !page.state.shownFloorIds.includes(gateway.floorId))
      page.chooseFloor(gateway.floorId);
    page.handle.current?.show(gateway.guid);
  });
  const guid = gateway?.guid ?? null;
  useEffect(() => {
    show(sought !== null);
    shown.current = guid;
  }, [guid, sought]);

  const select = useCallback<MapPageModel["select"]>(
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
  address: MapPageModel["address"],
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
