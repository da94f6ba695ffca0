import { distanceM } from "@pulse/geo/latLon";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isPlaced, type PlacedAsset } from "../../live/liveStore.ts";
import { titleOf } from "../cards/assetFacts.ts";
import { PanelFrame } from "../page/PanelFrame.tsx";
import type { PanelForm } from "../model/useSidePanel.ts";
import { useAsset } from "../cards/useAsset.ts";
import type { DrawnMap } from "../model/useDrawnMap.ts";
import type { MapData } from "../model/useMapData.ts";
import type { MapOnPage } from "../model/useMapPage.ts";
import type { MapSelection } from "../model/useMapSelection.ts";
import { useOverlay } from "../layers/useOverlay.ts";
import { useSearch } from "../../ui/useSearch.ts";
import { type PlaceFailure, useDevicePosition } from "./useDevicePosition.ts";
import classes from "./RoutePanel.module.css";
import { routeOverlay } from "./routeOverlay.ts";
import { RouteStart } from "./RouteStart.tsx";
import { ownPlace, startPlace } from "./routeStart.ts";
import { RouteSteps } from "./RouteSteps.tsx";
import { lengthText } from "./lengthText.ts";
import { type Route, type RouteEnd, planRoute } from "./planRoute.ts";

/** A thing that moves less than this gets no new route, m. */
const stepM = 2;
/** A longer route is not shown as a whole: the map belongs to the site, m. */
const maxShownM = 3_000;
const key = "start";

interface Props {
  page: MapData & MapSelection & DrawnMap & MapOnPage;
  form: PanelForm;
}

/** Directions to the selected asset, in words and as a line: from this device, a point, a room or a gateway. */
export default function RoutePanel({ page, form }: Props) {
  const { t } = useTranslation();
  const asset = useAsset(page.positions, page.selected ?? "");
  const [start, setStart] = useStart(form);
  const { gateways } = page.live;
  const { plans } = page;
  const { place, failure } = useDevicePosition(start === ownPlace);
  const own = start === ownPlace ? place : null;
  const from = useMemo(
    (): RouteEnd | null => (own === null ? startPlace(start, { plans, gateways }) : { ...own, floorId: null }),
    [own, start, plans, gateways],
  );
  const to = useStablePlace(asset !== null && isPlaced(asset) ? asset : null);
  const route = useMemo(() => (from === null || to === null ? null : planRoute(from, to, plans)), [from, to, plans]);
  const [layer] = useState(() => routeOverlay("way"));
  useOverlay(page, "way", layer.overlay);
  const { shownFloorIds } = page.state;
  const begins = own === null ? from : null;
  useEffect(
    () => layer.show({ route, floorIds: shownFloorIds, own, start: begins }),
    [layer, route, shownFloorIds, begins, own],
  );
  useWholeRoute(page, route, start);

  const thing = asset === null ? "" : titleOf(asset);
  const target = asset?.room?.name ?? thing;
  return (
    <PanelFrame form={form} title={t("way.title")} onClose={() => page.panel.open(null)}>
      {asset === null ? null : <p className={classes["lead"]}>{thing}</p>}
      <RouteStart page={page} start={start} onStart={setStart} />
      {start === ownPlace ? <DeviceStatus isFound={place !== null} failure={failure} /> : null}
      {to === null ? <p>{t("way.nowhere")}</p> : null}
      {route === null || to === null ? null : (
        <>
          <RouteSteps {...{ route, to, target, thing, plans }} onFloor={page.chooseFloor} />
          {own === null ? null : (
            <p className={classes["lead"]}>{t("way.accuracy", { distance: lengthText(own.accuracyM) })}</p>
          )}
        </>
      )}
    </PanelFrame>
  );
}

/** Where the route begins, kept in the address so that it can be shared. */
function useStart(form: PanelForm): [string, (start: string) => void] {
  const [search, setSearch] = useSearch();
  const choose = useCallback(
    (start: string) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          next.set(key, start);
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  // A phone knows where it is; at a desk people choose.
  return [search.get(key) ?? (form === "sheet" ? ownPlace : ""), choose];
}

/** Shows the whole route on the open floors once: not again while its end moves, but for another start, asset or floor. */
function useWholeRoute({ handle, selected, state }: Props["page"], route: Route | null, start: string): void {
  const { shownFloorIds } = state;
  const shown = useRef("");
  useEffect(() => {
    const what = [start, selected, ...shownFloorIds].join(" ");
    if (route === null || shown.current === what || route.lengthM > maxShownM) return;
    const legs = route.legs.filter(({ floorId }) => floorId === null || shownFloorIds.includes(floorId));
    if (legs.length === 0) return;
    shown.current = what;
    handle.current?.showAll(legs.flatMap(({ points }) => points));
  }, [route, start, selected, shownFloorIds, handle]);
}

/** The place of an asset, unchanged until it has really moved: not every fix needs a new route. */
function useStablePlace(asset: PlacedAsset | null): RouteEnd | null {
  const [stablePlace, setStablePlace] = useState<RouteEnd | null>(null);
  const isOther =
    asset === null
      ? stablePlace !== null
      : stablePlace === null || stablePlace.floorId !== asset.floorId || distanceM(stablePlace, asset) > stepM;
  if (!isOther) return stablePlace;
  const next = asset === null ? null : { lat: asset.lat, lon: asset.lon, floorId: asset.floorId };
  setStablePlace(next);
  return next;
}

/** The status of this device's own place before it is known. */
function DeviceStatus({ isFound, failure }: { isFound: boolean; failure: PlaceFailure | null }) {
  const { t } = useTranslation();
  if (failure !== null) return <p role="alert">{t(`way.${failure}`)}</p>;
  return isFound ? null : <p role="status">{t("way.locating")}</p>;
}
