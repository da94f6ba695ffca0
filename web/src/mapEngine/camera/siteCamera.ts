import type { FloorPlan } from "@pulse/contract/sites";
import type { Map as MapLibreMap } from "maplibre-gl";
import { isPlanUp } from "./bearing.ts";
import { clusterCamera } from "./clusterCamera.ts";
import { type Place, toLatLon, type View } from "./plane.ts";
import { aspectOf, fitPlans, type Padding } from "../../basemap/planGeometry.ts";
import { zoomOfPxPerM } from "../../basemap/scale.ts";
import type { Bounds } from "./bounds.ts";
import { freePart, isCovered, type MapCover } from "./freePart.ts";

const flyMs = 900;
const panMs = 300;
/** A floor that would become larger by less than this keeps its place, as a zoom. */
const minGrowth = Math.log2(1.05);
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
  cover(): MapCover;
  plans(): readonly FloorPlan[];
  shownPlans(): readonly FloorPlan[];
}

/** Everything that moves the camera, except a person's own hand. */
export function siteCamera(map: MapLibreMap, { view, cover, plans, shownPlans }: CameraParts) {
  /** Whether the camera is still where it was put to show the whole floor. */
  let isFitted = true;
  map.on("movestart", ({ originalEvent }) => {
    if (originalEvent !== undefined) isFitted = false;
  });
  /** Where a zoom by steps that is still under way will end. */
  let zoomGoal: number | null = null;
  /** The place to which the map is flying. */
  let flight: Place | null = null;
  map.on("moveend", () => {
    zoomGoal = null;
    flight = null;
  });

  /** The part of the map for whatever is to be seen, as the padding around it. */
  const padding = (): Padding => freePart(cover(), aspectOf(shownPlans()));

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
    const { x, y } = map.project(toLatLon(place));
    return !isCovered(cover(), x, y);
  };

  /** Whether the whole floor is in the free part, about as large as it can be. */
  const isFloorFree = (): boolean => {
    const { widthPx, heightPx } = view();
    const around = padding();
    const target = fitPlans(shownPlans(), widthPx, heightPx, around);
    if (target === null) return true;
    const corners = shownPlans().flatMap((plan) => plan.corners.map(({ lat, lon }) => map.project({ lat, lon })));
    const isFree = corners.every(
      ({ x, y }) =>
        x > around.left - 1 && y > around.top - 1 && x < widthPx - around.right + 1 && y < heightPx - around.bottom + 1,
    );
    return isFree && target.zoom - map.getZoom() < minGrowth;
  };

  const flyTo = (place: Place): void => {
    const center = toLatLon(place);
    isFitted = false;
    const zoom = Math.max(map.getZoom(), zoomOfPxPerM(closePxPerM, center.lat));
    map.easeTo({ center, zoom, padding: padding(), duration: flyMs });
    // It ends the flight before it. Without motion it has already arrived.
    flight = map.isMoving() ? place : null;
  };

  /** Moves the map just as far as a covered place needs to be seen; what is outside the map was left there on purpose. */
  const uncover = (place: Place): void => {
    const { x, y } = map.project(toLatLon(place));
    const { widthPx, heightPx } = view();
    if (x < 0 || y < 0 || x > widthPx || y > heightPx || !isCovered(cover(), x, y)) return;
    const { top, right, bottom, left } = padding();
    const toX = Math.min(Math.max(x, left), widthPx - right);
    const toY = Math.min(Math.max(y, top), heightPx - bottom);
    isFitted = false;
    map.panBy([x - toX, y - toY], { duration: panMs });
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
      const nearest = zoomOfPxPerM(closePxPerM, toLatLon(place).lat);
      if (!isInView(place) || map.getZoom() <= nearest - 1) flyTo(place);
    },
    /** Brings all of these places into the free part, as large as it allows, but no closer than to see what is around. */
    showAll(places: readonly Place[]): void {
      if (places.length === 0) return;
      const points = places.map((place) => map.project(toLatLon(place)));
      const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
      const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      const { widthPx, heightPx } = view();
      const around = padding();
      const growth = Math.min(
        (widthPx - around.left - around.right) / Math.max(1, right - left),
        (heightPx - around.top - around.bottom) / Math.max(1, bottom - top),
      );
      const center = map.unproject([(left + right) / 2, (top + bottom) / 2]);
      const zoom = Math.min(map.getZoom() + Math.log2(growth), zoomOfPxPerM(closePxPerM, center.lat));
      isFitted = false;
      map.easeTo({ center, zoom, padding: around, duration: flyMs });
    },
    /** Keeps a place in the middle of the free part. */
    follow(place: Place): void {
      isFitted = false;
      map.jumpTo({ center: toLatLon(place), padding: padding() });
    },
    /** After something else covers the map: the whole floor, the end of a flight and what is selected stay visible. */
    coverChanged(selected: Place | null): void {
      if (flight !== null) flyTo(flight);
      else if (isFitted && !isFloorFree()) fit(true);
      else if (selected !== null) uncover(selected);
    },
    /** Zooms until these places can be distinguished. False: that is impossible. */
    zoomToSeparate(places: readonly Place[]): boolean {
      const { pxPerUnit, widthPx, heightPx } = view();
      const stepsLeft = map.getMaxZoom() - 0.5 - map.getZoom();
      const to = clusterCamera(places, { pxPerUnit, stepsLeft, sidePx: Math.min(widthPx, heightPx) });
      if (to === null) return false;
      isFitted = false;
      const zoom = map.getZoom() + to.steps;
      map.easeTo({ center: toLatLon(to.middle), zoom, padding: padding(), duration: flyMs });
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
