import { distanceM } from "@pulse/geo/latLon";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../services/services.tsx";
import type { DrawnMap } from "../model/useDrawnMap.ts";
import type { MapData } from "../model/useMapData.ts";
import type { MapOnPage } from "../model/useMapPage.ts";
import { useOverlay } from "../layers/useOverlay.ts";
import { lengthText } from "./lengthText.ts";
import { useDevicePosition } from "./useDevicePosition.ts";
import { routeOverlay } from "./routeOverlay.ts";

/** The map does not go to places farther away than this: it belongs to the site. */
const nearM = 3_000;

/** Shows this device's own place on the map while mounted. `onFailed`: the place is not available. */
export default function LocateMe({ page, onFailed }: { page: MapData & DrawnMap & MapOnPage; onFailed(): void }) {
  const { t } = useTranslation();
  const { snackbars } = useServices();
  const { place, failure } = useDevicePosition(true);
  const [layer] = useState(() => routeOverlay("own"));
  useOverlay(page, "own", layer.overlay);
  useEffect(() => layer.show({ route: null, floorIds: [], own: place }), [layer, place]);
  const failed = useEffectEvent((reason: string) => {
    snackbars.error(t(`way.${reason}`));
    onFailed();
  });
  useEffect(() => {
    if (failure !== null) failed(failure);
  }, [failure]);
  const isShown = useRef(false);
  const arrived = useEffectEvent(() => {
    if (place === null) return;
    const away = distanceM(place, page.site);
    if (away <= nearM) page.handle.current?.showPlace(place);
    else snackbars.info(t("way.far", { distance: lengthText(away) }));
  });
  useEffect(() => {
    if (place === null || isShown.current) return;
    isShown.current = true;
    arrived();
  }, [place]);
  return null;
}
