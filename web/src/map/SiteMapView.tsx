import "maplibre-gl/dist/maplibre-gl.css";
import type { FloorPlan } from "@pulse/contract/sites";
import type { LatLon } from "@pulse/geo/latLon";
import { type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services.tsx";
import { metresText } from "../text/translate.ts";
import type { Padding } from "./engine/planGeometry.ts";
import { createSiteMap, type SiteMap, type SiteMapParts } from "./engine/siteMap.ts";
import type { SiteMapState } from "./engine/siteMapState.ts";
import classes from "./MapPage.module.css";
import { useRefit } from "./useRefit.ts";

/** What the buttons around the map do with it. */
export type MapHandle = Pick<SiteMap, "show" | "mark" | "zoomBy" | "fit" | "turn">;

interface Props {
  state: SiteMapState;
  label: string;
  padding: Padding;
  centre: LatLon;
  handle: RefObject<MapHandle | null>;
  onSelect(guid: string | null): void;
  onView(view: { bearing: number; pxPerM: number }): void;
  onFollowEnd(): void;
}

/** The place of the map on the page. It hands state down and events up; what moves never passes through here. */
export default function SiteMapView({ state, label, padding, centre, handle, ...events }: Props) {
  const { t } = useTranslation();
  const { live, api, snackbars } = useServices();
  const container = useRef<HTMLDivElement>(null);
  const map = useRef<SiteMap | null>(null);
  const [isWithoutWebGl, setWithoutWebGl] = useState(false);
  const beginning = useEffectEvent(() => ({ state, label, centre }));
  const currentPadding = useEffectEvent(() => padding);
  const selected = useEffectEvent(events.onSelect);
  const viewed = useEffectEvent(events.onView);
  const followEnded = useEffectEvent(events.onFollowEnd);

  useEffect(() => {
    const first = beginning();
    const created = mapOrNull({
      container: container.current!,
      live,
      state: first.state,
      events: {
        selected: (guid) => selected(guid),
        viewed: (view) => viewed(view),
        followEnded: () => followEnded(),
        planFailed: (plan: FloorPlan) => snackbars.error(t("map.planFailed", { floor: plan.name })),
      },
      loadImage: (url) => api.bytes(url),
      distanceText: metresText,
      padding: () => currentPadding(),
      centre: first.centre,
      locale: { "Map.Title": first.label },
    });
    if (created === null) return setWithoutWebGl(true);
    map.current = created;
    return () => {
      map.current = null;
      created.remove();
    };
  }, [live, api, snackbars, t]);

  useEffect(() => map.current?.update(state), [state]);
  const { moved, fitted } = useRefit(container, padding, () => map.current?.fit());
  useImperativeHandle(handle, () => ({
    show(guid) {
      // A map that is not there yet fits itself, and beside the card that is open by then.
      if (map.current === null) return;
      moved();
      map.current.show(guid);
    },
    mark: (guid) => map.current?.mark(guid),
    zoomBy(steps) {
      moved();
      map.current?.zoomBy(steps);
    },
    fit() {
      fitted();
      map.current?.fit();
    },
    turn() {
      moved();
      map.current?.turn();
    },
  }));
  // The list beside it needs no graphics, and goes on.
  if (isWithoutWebGl) return <p className={classes["note"]}>{t("map.noWebGl")}</p>;
  return <div ref={container} className={classes["canvas"]} />;
}

/** The map, or null where the browser has no WebGL. */
function mapOrNull(parts: SiteMapParts): SiteMap | null {
  try {
    return createSiteMap(parts);
  } catch (error) {
    if (error instanceof Error && error.name === "GPUInitializationError") return null;
    throw error;
  }
}
