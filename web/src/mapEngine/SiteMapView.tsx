import "maplibre-gl/dist/maplibre-gl.css";
import type { FloorPlan } from "@pulse/contract/sites";
import type { LatLon } from "@pulse/geo/latLon";
import { type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import { metresText } from "../text/translate.ts";
import { mapOrNull } from "../basemap/newMap.ts";
import type { Camera } from "./camera/siteCamera.ts";
import type { MapPicture } from "./mapPicture.ts";
import { createSiteMap, type SiteMap } from "./siteMap.ts";
import type { SiteMapState } from "./siteMapState.ts";
import classes from "./SiteMapView.module.css";
import type { Bounds } from "./camera/bounds.ts";

/** The functions that the buttons around the map use. */
export type MapHandle = Pick<SiteMap, "show" | "showPlace" | "showAll" | "mark" | "zoomBy" | "fit" | "turn"> & {
  /** The visible part of the world; null: there is no map yet. */
  bounds(): Bounds | null;
  /** Null: there is no map. */
  picture(): MapPicture | null;
};

interface Props {
  state: SiteMapState;
  label: string;
  centre: LatLon;
  /** Where the map starts; from then on the map moves its camera itself. */
  camera: Camera | null;
  handle: RefObject<MapHandle | null>;
  onSelect(guid: string | null): void;
  onView(view: { bearing: number; pxPerM: number }): void;
  onMoveEnd(camera: Camera | null): void;
  onMeasured(metres: number | null): void;
  onFollowEnd(): void;
}

/** The map's element on the page. It hands state down and events up; positions never pass through here. */
export default function SiteMapView({ state, label, centre, camera, handle, ...events }: Props) {
  const { t } = useTranslation();
  const { api, snackbars, connectivity } = useServices();
  const container = useRef<HTMLDivElement>(null);
  const map = useRef<SiteMap | null>(null);
  const [isWithoutWebGl, setWithoutWebGl] = useState(false);
  const initialValues = useEffectEvent(() => ({ state, label, centre, camera }));
  const selected = useEffectEvent(events.onSelect);
  const viewed = useEffectEvent(events.onView);
  const moveEnded = useEffectEvent(events.onMoveEnd);
  const measured = useEffectEvent(events.onMeasured);
  const followEnded = useEffectEvent(events.onFollowEnd);

  useEffect(() => {
    const element = container.current;
    // Without WebGL words are in the map's place, also when this runs again because the language has changed.
    if (element === null) return undefined;
    const first = initialValues();
    const created = mapOrNull(() =>
      createSiteMap({
        container: element,
        state: first.state,
        events: {
          selected: (guid) => selected(guid),
          viewed: (view) => viewed(view),
          moveEnded: (at) => moveEnded(at),
          measured: (metres) => measured(metres),
          followEnded: () => followEnded(),
          streetMapFailed: () => snackbars.error(t("basemap.failed")),
          underlayFailed: () => snackbars.error(t("onMap.underlayFailed")),
          planFailed: (plan: FloorPlan) => snackbars.error(t("onMap.planFailed", { floor: plan.name })),
        },
        loadImage: (url) => api.bytes(url),
        distanceText: metresText,
        centre: first.centre,
        camera: first.camera,
        locale: { "Map.Title": first.label },
      }),
    );
    if (created === null) return setWithoutWebGl(true);
    map.current = created;
    return () => {
      map.current = null;
      created.remove();
    };
  }, [api, snackbars, t]);

  useEffect(() => map.current?.update(state), [state]);
  // A plan that failed to load while the server was away is loaded when the server is back.
  useEffect(
    () =>
      connectivity.subscribe(() => {
        if (connectivity.current().state === "online") map.current?.loadAgain();
      }),
    [connectivity],
  );
  useImperativeHandle(handle, () => ({
    // A map that does not exist yet will fit itself, beside the card that is open by then.
    show: (guid) => map.current?.show(guid),
    showPlace: (at) => map.current?.showPlace(at),
    showAll: (places) => map.current?.showAll(places),
    mark: (guid) => map.current?.mark(guid),
    bounds: () => map.current?.bounds() ?? null,
    zoomBy: (steps) => map.current?.zoomBy(steps),
    fit: () => map.current?.fit(),
    turn: () => map.current?.turn(),
    picture: () => map.current?.picture() ?? null,
  }));
  // The list beside the map needs no graphics and keeps working. The map's place keeps the name that its canvas would have.
  if (isWithoutWebGl)
    return (
      <section aria-label={label} className={classes["canvas"]}>
        <p className={classes["note"]}>{t("onMap.noWebGl")}</p>
      </section>
    );
  return <div ref={container} className={classes["canvas"]} />;
}
