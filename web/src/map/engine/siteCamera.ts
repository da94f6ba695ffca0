import type { FloorPlan } from "@pulse/contract/sites";
import type { Map as MapLibreMap } from "maplibre-gl";
import { clusterCamera } from "./clusterCamera.ts";
import { type Place, toLatLon, type View } from "./plane.ts";
import { fitPlans, type Padding } from "./planGeometry.ts";
import { zoomOfPxPerM } from "./scale.ts";

const flyMs = 900;
const zoomMs = 180;
/** From this scale on a thing and its neighbours can be told apart. */
const closePxPerM = 12;
/** Zooming out ends where the whole site takes a third of the view. */
const stepsOutOfFit = 1.6;

export const leastZoom = 14;
export const mostZoom = 24;

export interface CameraParts {
  view(): View;
  padding(): Padding;
  plans(): readonly FloorPlan[];
  shownPlans(): readonly FloorPlan[];
}

/** Where the map looks: everything that moves the camera but a person's own hand. */
export function siteCamera(map: MapLibreMap, { view, padding, plans, shownPlans }: CameraParts) {
  /** Whether the camera stands where it was put to show the whole floor. */
  let isFitted = true;
  map.on("movestart", ({ originalEvent }) => {
    if (originalEvent !== undefined) isFitted = false;
  });

  const fit = (isAnimated: boolean): void => {
    const { widthPx, heightPx } = view();
    const around = padding();
    const all = fitPlans(plans(), widthPx, heightPx, around);
    const target = fitPlans(shownPlans(), widthPx, heightPx, around);
    if (all === null || target === null) return;
    isFitted = true;
    map.setMinZoom(Math.min(target.zoom, Math.max(leastZoom, all.zoom - stepsOutOfFit)));
    const { centre: center, zoom, bearing } = target;
    map.easeTo({ center, zoom, bearing, padding: around, duration: isAnimated ? flyMs : 0 });
  };

  return {
    fit,
    /** The window has another size: who has not moved the map sees the whole floor again. */
    resized(): void {
      if (isFitted) fit(false);
    },
    /** Brings a place into view, close enough to see what is around it; what is in view already stays. */
    show(place: Place): void {
      const at = toLatLon(place);
      const around = padding();
      const { x, y } = map.project(at);
      const { widthPx, heightPx } = view();
      const isInView = x > around.left && y > around.top && x < widthPx - around.right && y < heightPx - around.bottom;
      const nearest = zoomOfPxPerM(closePxPerM, at.lat);
      if (isInView && map.getZoom() > nearest - 1) return;
      isFitted = false;
      map.easeTo({ center: at, zoom: Math.max(map.getZoom(), nearest), padding: around, duration: flyMs });
    },
    /** Zooms until these places can be told apart. False: they cannot. */
    part(places: readonly Place[]): boolean {
      const { pxPerUnit, widthPx, heightPx } = view();
      const stepsLeft = map.getMaxZoom() - 0.5 - map.getZoom();
      const to = clusterCamera(places, { pxPerUnit, stepsLeft, sidePx: Math.min(widthPx, heightPx) });
      if (to === null) return false;
      isFitted = false;
      map.easeTo({ center: toLatLon(to.middle), zoom: map.getZoom() + to.steps, duration: flyMs });
      return true;
    },
    zoomBy(steps: number): void {
      isFitted = false;
      map.zoomTo(map.getZoom() + steps, { duration: zoomMs });
    },
    /** Turns the plan up, or north up when it already is. */
    turn(): void {
      const planUp = plans()[0]?.rotationDeg ?? 0;
      const isPlanUp = Math.abs(((map.getBearing() - planUp + 540) % 360) - 180) < 1;
      isFitted = false;
      map.easeTo({ bearing: isPlanUp ? 0 : planUp, duration: flyMs });
    },
  };
}
