import type { HardwareListed } from "@pulse/contract/gateways";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { SiteMapState } from "./engine/siteMapState.ts";
import type { MapPageModel } from "./useMapPage.ts";

export interface GatewaySelection {
  gateway: HardwareListed | null;
  /** The map's, with the gateway as what is selected. */
  state: SiteMapState;
  /** Opens the card of an asset or of a gateway; null closes either. */
  select: MapPageModel["select"];
}

/** The gateway that is open, kept in the address so that it can be shared. An asset's card takes its place. */
export function useGatewaySelection(page: MapPageModel): GatewaySelection {
  const [search, setSearch] = useSearchParams();
  const { key: visit, state: sent } = useLocation() as { key: string; state: { isSought?: boolean } | null };
  const sought = sent?.isSought === true ? visit : null;
  const { select: selectAsset, selected } = page;
  const { gateways } = page.live;
  const asked = search.get("gateway");
  const gateway = (selected === null && gateways.find(({ guid }) => guid === asked)) || null;

  const open = useCallback(
    (guid: string | null) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (guid === null) next.delete("gateway");
          else {
            next.set("gateway", guid);
            next.delete("asset");
          }
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  useEffect(() => {
    if (selected !== null && asked !== null) open(null);
  }, [selected, asked, open]);

  // After the card has taken its place: it covers a part of the map. What was sought is shown even if it is open.
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
      const isGateway = gateways.some((each) => each.guid === wanted);
      if (isGateway) open(wanted);
      else selectAsset(wanted, bringIntoView);
    },
    [gateways, open, selectAsset],
  );
  const state = useMemo(() => (guid === null ? page.state : { ...page.state, selected: guid }), [guid, page.state]);
  return { gateway, state, select };
}
