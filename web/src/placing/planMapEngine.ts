import type { LatLon } from "@pulse/geo/latLon";
import { localFrame } from "@pulse/geo/localFrame";
import type { Map as MapLibreMap } from "maplibre-gl";
import { showAttribution } from "../basemap/attribution.ts";
import { graticuleLayer } from "../basemap/graticuleLayer.ts";
import { newMap } from "../basemap/newMap.ts";
import { fitPlans } from "../basemap/planGeometry.ts";
import { pxPerM } from "../basemap/scale.ts";
import { streetMap } from "../basemap/streetMap.ts";
import { worldLayer } from "../basemap/worldLayer.ts";
import type { Scheme } from "../theme/tokens.ts";
import { planLayers } from "./planLayers.ts";
import type { PlanImage } from "./onPlanMap.ts";
import { rotationOf } from "./rotationOf.ts";

/** A place on the map's element, px. */
export interface Px {
  x: number;
  y: number;
}

/** The map's current view. */
export interface PlanMapView {
  project(at: LatLon): Px;
  unproject(px: Px): LatLon;
  pxPerM: number;
  /** The direction that is up, degrees clockwise from north. */
  bearingDeg: number;
  widthPx: number;
  heightPx: number;
}

export interface PlanMapHandle {
  map: MapLibreMap;
  /** Shows all plans, or these places. */
  fit(places?: readonly LatLon[]): void;
}

export interface PlanMapParts {
  container: HTMLElement;
  label: string;
  start: LatLon;
  scheme: Scheme;
  loadImage(url: string): Promise<ImageBitmap>;
  planFailed(): void;
  streetMapFailed(): void;
}

export type PlanMapEngine = ReturnType<typeof createPlanMap>;

const startZoom = 15;
const aroundPx = 64;
/** A followed place is brought back to the middle once it is this close to an edge, as a share of the map. */
const edgeShare = 0.2;

/** A small map of plans on the ground, without React. Throws if the browser has no WebGL. */
export function createPlanMap({ container, start, scheme, ...parts }: PlanMapParts) {
  const map = newMap(
    {
      container,
      // Without a known place the whole world is shown.
      center: start,
      zoom: start.lat === 0 && start.lon === 0 ? 1 : startZoom,
      minZoom: 1,
      maxZoom: 24,
      dragRotate: true,
      clickTolerance: 5,
      locale: { "Map.Title": parts.label },
    },
    scheme,
  );
  showAttribution(map, "bottom-left");
  const plans = planLayers(map, parts.loadImage, parts.planFailed);
  const street = streetMap(map, parts.streetMapFailed);
  const layers = [worldLayer(map), graticuleLayer(map, start), plans.layer];
  const listeners = new Set<() => void>();
  let displayed: readonly PlanImage[] = [];
  let now = { scheme, styleUrl: null as string | null };
  let isReady = false;
  let view: PlanMapView | null = null;
  let focus: { at: LatLon; aroundM: number } | null = null;
  let isFocused = false;

  const look = (): void => {
    view = {
      project: ({ lat, lon }) => map.project([lon, lat]),
      unproject: ({ x, y }) => {
        const { lat, lng } = map.unproject([x, y]);
        return { lat, lon: lng };
      },
      pxPerM: pxPerM(map.getZoom(), map.getCenter().lat),
      bearingDeg: map.getBearing(),
      widthPx: container.clientWidth,
      heightPx: container.clientHeight,
    };
    for (const listener of listeners) listener();
  };
  const fit = (places?: readonly LatLon[]): void => {
    const laid =
      places === undefined
        ? displayed.map(({ corners }) => ({ corners, rotationDeg: rotationOf(corners) }))
        : places.map((at) => ({ corners: [at, at, at, at] as [LatLon, LatLon, LatLon, LatLon], rotationDeg: 0 }));
    const around = { top: aroundPx, right: aroundPx, bottom: aroundPx, left: aroundPx };
    const to = fitPlans(laid, container.clientWidth, container.clientHeight, around);
    if (to !== null)
      map.jumpTo({ center: to.centre, zoom: to.zoom, bearing: places === undefined ? to.bearing : map.getBearing() });
  };

  /** Shows the place in focus or, once it was shown, keeps it away from the edges. */
  const follow = (): void => {
    if (focus === null) return;
    const { at, aroundM } = focus;
    if (!isFocused) {
      const frame = localFrame(at);
      const sides = [-aroundM, aroundM];
      fit(sides.flatMap((x) => sides.map((y) => frame.toLatLon({ x, y }))));
      isFocused = true;
      return;
    }
    const { x, y } = map.project([at.lon, at.lat]);
    const isNearEdge = (px: number, length: number): boolean =>
      px < length * edgeShare || px > length * (1 - edgeShare);
    if (isNearEdge(x, container.clientWidth) || isNearEdge(y, container.clientHeight))
      map.easeTo({ center: [at.lon, at.lat] });
  };

  map.on("style.load", () => {
    for (const layer of layers) layer.add(map, now.scheme);
    if (isReady) return;
    isReady = true;
    void street.choose(now.styleUrl, now.scheme);
    look();
  });
  map.on("move", look);
  map.on("resize", look);
  map.on("zoomend", plans.refine);

  return {
    map,
    fit,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Null until the map is ready. */
    view: (): PlanMapView | null => view,
    show(next: readonly PlanImage[]): void {
      const isOther = next.map(({ id }) => id).join() !== displayed.map(({ id }) => id).join();
      displayed = next;
      plans.show(next);
      if (!isOther) return;
      isFocused = false;
      fit();
      follow();
    },
    /** Shows a place with what is around it, plan-up; from then on it only follows it, since people may zoom. */
    focusOn(at: LatLon, aroundM: number): void {
      focus = { at, aroundM };
      follow();
    },
    paint(next: { scheme: Scheme; styleUrl: string | null }): void {
      const isRepainted = next.scheme !== now.scheme;
      now = next;
      if (!isReady) return;
      if (isRepainted) for (const layer of layers) layer.repaint(map, next.scheme);
      void street.choose(next.styleUrl, next.scheme);
    },
    remove(): void {
      listeners.clear();
      plans.stop();
      street.stop();
      map.remove();
    },
  };
}
