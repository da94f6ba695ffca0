import "maplibre-gl/dist/maplibre-gl.css";
import { useComputedColorScheme } from "@mantine/core";
import { IconFocusCentered, IconMinus, IconPlus } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useBasemap } from "../basemap/basemapChoice.ts";
import { mapOrNull } from "../basemap/newMap.ts";
import { ScaleBar, type ScaleHandle } from "../basemap/ScaleBar.tsx";
import { useServices } from "../services/services.tsx";
import { toastsAbove } from "../ui/toastsAbove.ts";
import { loadPlanImage } from "./loadPlanImage.ts";
import { MarkerButton } from "./MarkerButton.tsx";
import type { MapMarker } from "./onPlanMap.ts";
import type { PlanMapProps } from "./PlanMapProps.ts";
import classes from "./PlanMap.module.css";
import { createPlanMap, type PlanMapEngine } from "./planMapEngine.ts";

const noMarkers: readonly MapMarker[] = [];
const nothing = (): (() => void) => () => undefined;

/** The map itself, in its own chunk with its library. */
export default function PlanMapCanvas(props: PlanMapProps) {
  const { label, plans, markers = noMarkers, start, focus, children, ...events } = props;
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const { styleUrl } = useBasemap();
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const container = useRef<HTMLDivElement>(null);
  const scale = useRef<ScaleHandle>(null);
  const [engine, setEngine] = useState<PlanMapEngine | null>(null);
  const [isWithoutWebGl, setWithoutWebGl] = useState(false);
  const beginning = useEffectEvent(() => ({ label, start, scheme }));
  const clicked = useEffectEvent((at: { lat: number; lng: number }) => events.onClick?.({ lat: at.lat, lon: at.lng }));
  const ready = useEffectEvent((created: PlanMapEngine) => events.onReady?.({ map: created.map, fit: created.fit }));

  useEffect(() => {
    const created = mapOrNull(() =>
      createPlanMap({
        container: container.current!,
        ...beginning(),
        loadImage: (url) => loadPlanImage(api, url),
        planFailed: () => snackbars.error(t("placing.planFailed")),
        streetMapFailed: () => snackbars.error(t("basemap.failed")),
      }),
    );
    if (created === null) return setWithoutWebGl(true);
    created.map.on("click", ({ lngLat }) => clicked(lngLat));
    setEngine(created);
    const cleanup = ready(created);
    return () => {
      setEngine(null);
      cleanup?.();
      created.remove();
    };
  }, [api, snackbars, t]);

  useEffect(() => engine?.show(plans), [engine, plans]);
  const [aroundM, lat, lon] = [focus?.aroundM, focus?.at.lat, focus?.at.lon];
  useEffect(() => {
    if (aroundM !== undefined && lat !== undefined && lon !== undefined) engine?.focusOn({ lat, lon }, aroundM);
  }, [engine, aroundM, lat, lon]);
  useEffect(() => engine?.paint({ scheme, styleUrl }), [engine, scheme, styleUrl]);
  const view = useSyncExternalStore(engine?.subscribe ?? nothing, () => engine?.view() ?? null);
  useEffect(() => {
    if (view !== null) scale.current?.show(view.pxPerM);
  }, [view]);

  if (isWithoutWebGl) return <p className={classes["note"]}>{t("onMap.noWebGl")}</p>;
  return (
    <>
      <div ref={container} className={classes["canvas"]} />
      <ScaleBar ref={scale} />
      <div ref={toastsAbove} className={classes["controls"]} data-map-controls>
        <button type="button" aria-label={t("map.zoomIn")} onClick={() => engine?.map.zoomIn()}>
          <IconPlus size={18} stroke={1.75} />
        </button>
        <button type="button" aria-label={t("map.zoomOut")} onClick={() => engine?.map.zoomOut()}>
          <IconMinus size={18} stroke={1.75} />
        </button>
        <button type="button" aria-label={t("map.fit")} onClick={() => engine?.fit()}>
          <IconFocusCentered size={18} stroke={1.6} />
        </button>
      </div>
      {engine !== null && view !== null && (
        <div className={classes["above"]}>
          {children?.(view)}
          {markers.map((marker) => (
            <MarkerButton
              key={marker.id}
              marker={marker}
              view={view}
              onClick={() => events.onMarkerClick?.(marker.id)}
              onMoved={(to) => events.onMarkerMoved?.(marker.id, to)}
            />
          ))}
        </div>
      )}
    </>
  );
}
