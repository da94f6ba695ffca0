import { useComputedColorScheme } from "@mantine/core";
import { type CSSProperties, useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useBasemap } from "../../basemap/basemapChoice.ts";
import { ScaleBar, type ScaleHandle } from "../../basemap/ScaleBar.tsx";
import { useServices } from "../../services/services.tsx";
import type { SiteMapState } from "../../mapEngine/siteMapState.ts";
import { livePositions } from "../live/livePositions.ts";
import { LazySiteMap } from "../../mapEngine/LazySiteMap.tsx";
import { firstViewOf } from "../model/mapView.ts";
import type { MapHandle } from "../../mapEngine/SiteMapView.tsx";
import { useClockOffset } from "../live/useClockOffset.ts";
import { useLiveSite } from "../live/useLiveSite.ts";
import { useMapFences } from "../layers/useMapFences.ts";
import { shownDelayMs } from "../../live/connection.ts";
import { useIsUpToDate, useFreshness } from "./useFreshness.ts";
import { nextFloor, type KioskSlide } from "./kioskCycle.ts";
import { KioskBanner, KioskDelay } from "./KioskBanner.tsx";
import { KioskCounts } from "./KioskCounts.tsx";
import { KioskHeader } from "./KioskHeader.tsx";
import { KioskExit } from "./KioskExit.tsx";
import classes from "./Kiosk.module.css";

const noOverlays = {};
const nothing = (): void => undefined;

/** The floors in turn, each for as long as the address says. All floors share one map, which is still the same days later. */
export function KioskMap({ slides, everySeconds }: { slides: readonly KioskSlide[]; everySeconds: number }) {
  const { t } = useTranslation();
  const { live: store, connection } = useServices();
  const offsetMs = useClockOffset();
  const positions = useMemo(
    () => livePositions(store, { offsetMs, behindMs: () => connection.current().behindMs, pausedAtMs: null }),
    [store, offsetMs, connection],
  );
  const delayMs = useSyncExternalStore(connection.subscribe, () => shownDelayMs(connection.current()));
  const [floorId, setFloorId] = useState("");
  // A floor that was deleted meanwhile is replaced by the first one.
  const slide = slides.find(({ plan }) => plan.id === floorId) ?? slides[0]!;
  const { site, plan } = slide;
  const live = useLiveSite(site.id);
  const isLive = useIsUpToDate(live.isError);
  const notLiveSinceMs = useFreshness(live.isError);
  const handle = useRef<MapHandle | null>(null);
  const scale = useRef<ScaleHandle>(null);
  const advance = useEffectEvent(() => setFloorId(nextFloor(slides, plan.id, isLive())));
  useEffect(() => {
    const timer = setInterval(() => advance(), everySeconds * 1000);
    return () => clearInterval(timer);
  }, [everySeconds]);
  const state = useKioskState(slide, live.gateways, positions);
  const fit = useEffectEvent((_shown: string) => handle.current?.fit());
  useEffect(() => fit(plan.id), [plan.id]);
  return (
    <div className={classes["wall"]} data-wall data-map-stage>
      <div className={classes["map"]}>
        <LazySiteMap
          state={state}
          label={t("map.label", { site: site.name })}
          centre={site}
          camera={null}
          handle={handle}
          onSelect={nothing}
          onView={({ pxPerM }) => scale.current?.show(pxPerM)}
          onMoveEnd={nothing}
          onMeasured={nothing}
          onFollowEnd={nothing}
        />
        <div className={classes["scale"]}>
          <ScaleBar ref={scale} />
        </div>
      </div>
      <KioskHeader slide={slide} nowMs={() => store.nowMs() + offsetMs}>
        {notLiveSinceMs !== null ? (
          <KioskBanner sinceMs={notLiveSinceMs + offsetMs} />
        ) : delayMs !== null ? (
          <KioskDelay delayMs={delayMs} />
        ) : null}
      </KioskHeader>
      <KioskCounts positions={positions} floorId={plan.id} />
      {slides.length > 1 ? (
        <div className={classes["place"]} data-over-map>
          {t("wall.stopOf", { at: slides.indexOf(slide) + 1, count: slides.length })}
          <i key={plan.id} aria-hidden="true" style={{ "--seconds": `${everySeconds}s` } as CSSProperties} />
        </div>
      ) : null}
      <KioskExit siteId={site.id} floorId={plan.id} />
    </div>
  );
}

/** The map's state for a floor: everything on it and nothing of other floors. */
function useKioskState(
  { site, plans, plan }: KioskSlide,
  gateways: SiteMapState["gateways"],
  positions: SiteMapState["positions"],
): SiteMapState {
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const { styleUrl } = useBasemap();
  const { hideGeofences, underlay } = site;
  const { layers } = useMemo(() => firstViewOf({ hideGeofences }), [hideGeofences]);
  const shownFloorIds = useMemo(() => [plan.id], [plan.id]);
  const { fences } = useMapFences(site.id, shownFloorIds, layers);
  const { assetMapTimeoutDay: timeoutDay, showLocationConfidence: showsConfidence } = site.customerConfig;
  return useMemo(
    () => ({
      scheme,
      styleUrl,
      plans,
      arePlansKnown: true,
      underlay,
      shownFloorIds,
      gateways,
      fences,
      selected: null,
      isFollowing: false,
      passing: null,
      layers,
      showsConfidence,
      isMeasuring: false,
      placePicker: null,
      timeoutDay,
      positions,
      overlays: noOverlays,
    }),
    [
      scheme,
      styleUrl,
      plans,
      underlay,
      shownFloorIds,
      gateways,
      fences,
      layers,
      showsConfidence,
      timeoutDay,
      positions,
    ],
  );
}
