import type { FloorPlan } from "@pulse/contract/sites";
import type { Map as MapLibreMap } from "maplibre-gl";
import { isPlanUp } from "./bearing.ts";
import { clusterCamera } from "./clusterCamera.ts";
import { type Place, toLatLon, type View } from "./plane.ts";
import { fitPlans, type Padding } from "../../basemap/planGeometry.ts";
import { zoomOfPxPerM } from "../../basemap/scale.ts";
import type { Bounds } from "./bounds.ts";

const flyMs = 900;
const zoomMs = 180;
/** At this scale an asset and its neighbours can be distinguished. */
const closePxPerM = 12;

/** Here the whole world is visible, with the site in it. */
export const minZoom = 1;
export const maxZoom = 24;

/** Where the map looks; the bearing in degrees clockwise. */
export interface Camera {
  lat: number;
  lon: number;
  zoom: number;
  bearing: number;
}

export interface CameraParts {
  view(): View;
  padding(): Padding;
  plans(): readonly FloorPlan[];
  shownPlans(): readonly FloorPlan[];
}

/** Everything that moves the camera, except a person's own hand. */
export function siteCamera(map: MapLibreMap, { view, padding, plans, shownPlans }: CameraParts) {
  /** Whether the camera is still where it was put to show the whole floor. */
  let isFitted = true;
  map.on("movestart", ({ originalEvent }) => {
    if (originalEvent !== undefined) isFitted = false;
  });
  /** Where a zoom by steps that is still under way will end. */
  let zoomGoal: number | null = null;
  map.on("moveend", () => {
    zoomGoal = null;
  });

  const fit = (isAnimated: boolean): void => {
    const { widthPx, heightPx } = view();
    const around = padding();
    const target = fitPlans(shownPlans(), widthPx, heightPx, around);
    if (target === null) return;
    isFitted = true;
    const { centre: center, zoom, bearing } = target;
    map.easeTo({ center, zoom, bearing, padding: around, duration: isAnimated ? flyMs : 0 });
  };

  const isInView = (place: Place): boolean => {
    const { top, right, bottom, left } = padding();
    const { x, y } = map.project(toLatLon(place));
    const { widthPx, heightPx } = view();
    return x > left && y > top && x < widthPx - right && y < heightPx - bottom;
  };

  return {
    fit,
    /** Where the map was moved to; null while it shows the whole floor. */
    savedCamera(): Camera | null {
      if (isFitted) return null;
      const { lat, lng: lon } = map.getCenter();
      return { lat, lon, zoom: map.getZoom(), bearing: map.getBearing() };
    },
    /** The visible part of the world. */
    bounds(): Bounds {
      const seen = map.getBounds();
      return { north: seen.getNorth(), east: seen.getEast(), south: seen.getSouth(), west: seen.getWest() };
    },
    /** Goes to an earlier view at once. */
    restoreCamera({ lat, lon, zoom, bearing }: Camera): void {
      isFitted = false;
      map.jumpTo({ center: { lat, lon }, zoom, bearing });
    },
    /** After a resize or a change of the floor, the whole floor is shown again unless the map was moved. */
    refit(): void {
      if (isFitted) fit(false);
    },
    /** Brings a place into view, close enough to see what is around it; if it is already in view, nothing moves. */
    show(place: Place): void {
      const at = toLatLon(place);
      const nearest = zoomOfPxPerM(closePxPerM, at.lat);
      if (isInView(place) && map.getZoom() > nearest - 1) return;
      isFitted = false;
      map.easeTo({ center: at, zoom: Math.max(map.getZoom(), nearest), padding: padding(), duration: flyMs });
    },
    /** Zooms until these places can be distinguished. False: that is impossible. */
    zoomToSeparate(places: readonly Place[]): boolean {
      const { pxPerUnit, widthPx, heightPx } = view();
      const stepsLeft = map.getMaxZoom() - 0.5 - map.getZoom();
      const to = clusterCamera(places, { pxPerUnit, stepsLeft, sidePx: Math.min(widthPx, heightPx) });
      if (to === null) return false;
      isFitted = false;
      map.easeTo({ center: toLatLon(to.middle), zoom: map.getZoom() + to.steps, duration: flyMs });
      return true;
    },
    /**
     * Zooms towards `anchor` if that is in view, so that it stays in place; otherwise towards the middle. Steps that
     * follow each other quickly add up.
     */
    zoomBy(steps: number, anchor: Place | null): void {
      isFitted = false;
      const around = anchor !== null && isInView(anchor) ? { around: toLatLon(anchor) } : {};
      const goal = Math.min(map.getMaxZoom(), Math.max(map.getMinZoom(), (zoomGoal ?? map.getZoom()) + steps));
      // It ends the zoom before it, which forgets its goal.
      map.easeTo({ zoom: goal, duration: zoomMs, ...around });
      zoomGoal = goal;
    },
    /** Turns the plan upright, or north up if the plan already is upright. */
    turn(): void {
      const planUp = plans()[0]?.rotationDeg ?? 0;
      isFitted = false;
      map.easeTo({ bearing: isPlanUp(map.getBearing(), planUp) ? 0 : planUp, duration: flyMs });
    },
  };
}
