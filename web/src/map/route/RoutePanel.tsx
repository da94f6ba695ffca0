import { distanceM } from "@pulse/geo/latLon";
import { NativeSelect } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { inputClasses } from "../../form/inputClasses.ts";
import { isPlaced, type PlacedAsset } from "../../live/liveStore.ts";
import { titleOf } from "../cards/assetFacts.ts";
import { PanelFrame } from "../page/PanelFrame.tsx";
import type { PanelForm } from "../model/useSidePanel.ts";
import { useAsset } from "../cards/useAsset.ts";
import type { DrawnMap } from "../model/useDrawnMap.ts";
import type { MapData } from "../model/useMapData.ts";
import type { MapSelection } from "../model/useMapSelection.ts";
import { useOverlay } from "../layers/useOverlay.ts";
import { useSearch } from "../../ui/useSearch.ts";
import { type DevicePosition, type PlaceFailure, useDevicePosition } from "./useDevicePosition.ts";
import classes from "./RoutePanel.module.css";
import { routeOverlay } from "./routeOverlay.ts";
import { RouteSteps } from "./RouteSteps.tsx";
import { lengthText } from "./lengthText.ts";
import { type RouteEnd, planRoute } from "./planRoute.ts";

/** A thing that moves less than this gets no new route, m. */
const stepM = 2;
const key = "start";
const mine = "me";

/** Directions to the selected asset, in words and as a line: from this device's own place or from a gateway that the person knows. */
export default function RoutePanel({ page, form }: { page: MapData & MapSelection & DrawnMap; form: PanelForm }) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearch();
  const asset = useAsset(page.positions, page.selected ?? "");
  const { gateways } = page.live;
  // A phone knows where it is; at a desk people choose the gateway beside them.
  const first = form === "sheet" ? mine : "";
  const start = search.get(key) ?? first;
  const { place, failure } = useDevicePosition(start === mine);
  const gateway = gateways.find(({ id }) => id === start);
  const from = useMemo(
    (): RouteEnd | null => (gateway === undefined ? deviceEnd(start === mine ? place : null) : gateway),
    [gateway, start, place],
  );
  const to = useStablePlace(asset !== null && isPlaced(asset) ? asset : null);
  const route = useMemo(
    () => (from === null || to === null ? null : planRoute(from, to, page.plans)),
    [from, to, page.plans],
  );
  const [layer] = useState(() => routeOverlay("way"));
  useOverlay(page, "way", layer.overlay);
  const { shownFloorIds } = page.state;
  useEffect(
    () => layer.show(route, shownFloorIds, start === mine ? place : null),
    [layer, route, shownFloorIds, start, place],
  );

  const floorName = (id: string | null): string => page.plans.find((plan) => plan.id === id)?.name ?? t("way.outside");
  const target = asset?.room?.name ?? (asset === null ? "" : titleOf(asset));
  return (
    <PanelFrame form={form} title={t("way.title")} onClose={() => page.panel.open(null)}>
      {asset === null ? null : <p className={classes["lead"]}>{titleOf(asset)}</p>}
      <NativeSelect
        label={t("way.from")}
        classNames={inputClasses}
        value={start}
        onChange={({ currentTarget }) =>
          setSearch(
            (before) => {
              const next = new URLSearchParams(before);
              next.set(key, currentTarget.value);
              return next;
            },
            { replace: true },
          )
        }
        data={[
          ...(start === "" ? [{ value: "", label: t("way.choose") }] : []),
          { value: mine, label: t("way.mine") },
          ...gateways
            .toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
            .map(({ id, name, floorId }) => ({ value: id, label: `${name} · ${floorName(floorId)}` })),
        ]}
      />
      {start === mine ? <DeviceStatus isFound={place !== null} failure={failure} /> : null}
      {to === null ? <p>{t("way.nowhere")}</p> : null}
      {route === null || to === null ? null : (
        <>
          <RouteSteps route={route} to={to} target={target} floorName={floorName} onFloor={page.chooseFloor} />
          {start === mine && place !== null ? (
            <p className={classes["lead"]}>{t("way.accuracy", { distance: lengthText(place.accuracyM) })}</p>
          ) : null}
        </>
      )}
    </PanelFrame>
  );
}

const deviceEnd = (place: DevicePosition | null): RouteEnd | null =>
  place === null ? null : { ...place, floorId: null };

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
