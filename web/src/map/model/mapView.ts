import { type AssetFilter, chips, noFilter, type Sorting, sortings } from "../list/assetFilter.ts";
import type { Camera } from "../../mapEngine/camera/siteCamera.ts";

/** In the order used in addresses. */
export const layerNames = [
  "gateways",
  "trackers",
  "confidence",
  "otherFloors",
  "geofences",
  "hiddenGeofences",
  "underlay",
] as const;
export type LayerName = (typeof layerNames)[number];
export type MapLayersShown = Readonly<Record<LayerName, boolean>>;

/** How somebody views the map, apart from the open floors and card. */
export interface MapView {
  filter: AssetFilter;
  sorting: Sorting;
  isAllFloors: boolean;
  isFollowing: boolean;
  layers: MapLayersShown;
  /** Where the map was moved to; null: the whole floor. */
  camera: Camera | null;
}

/** How the map of a site opens. */
export function firstViewOf({ hideGeofences }: { hideGeofences: boolean }): MapView {
  return {
    filter: noFilter,
    sorting: "attention",
    isAllFloors: false,
    isFollowing: false,
    layers: {
      gateways: true,
      trackers: false,
      confidence: false,
      otherFloors: false,
      geofences: !hideGeofences,
      hiddenGeofences: false,
      underlay: true,
    },
    camera: null,
  };
}

const longestText = 200;

/** The view that an address describes. What it leaves out or gets wrong is taken from `firstView`. */
export function readView(search: URLSearchParams, firstView: MapView): MapView {
  const shown = search.get("layers")?.split(",");
  return {
    filter: {
      text: (search.get("q") ?? "").slice(0, longestText),
      chip: oneOf(chips, search.get("status")) ?? noFilter.chip,
      type: search.get("type"),
      fence: search.get("inside"),
    },
    sorting: oneOf(sortings, search.get("sort")) ?? firstView.sorting,
    isAllFloors: search.get("list") === "all",
    isFollowing: search.get("follow") === "1",
    layers: shown
      ? {
          gateways: shown.includes("gateways"),
          trackers: shown.includes("trackers"),
          confidence: shown.includes("confidence"),
          otherFloors: shown.includes("otherFloors"),
          geofences: shown.includes("geofences"),
          hiddenGeofences: shown.includes("hiddenGeofences"),
          underlay: shown.includes("underlay"),
        }
      : firstView.layers,
    camera: readCamera(search.get("at")),
  };
}

/** `search` with the differences from `firstView`, as short as possible; its other parameters stay. */
export function writeView(search: URLSearchParams, view: MapView, firstView: MapView): URLSearchParams {
  const { filter, layers } = view;
  const next = new URLSearchParams(search);
  const put = (key: string, value: string | null): void => {
    if (value === null || value === "") next.delete(key);
    else next.set(key, value);
  };
  put("q", filter.text.trim() === "" ? null : filter.text);
  put("status", filter.chip === noFilter.chip ? null : filter.chip);
  put("type", filter.type);
  put("inside", filter.fence);
  put("sort", view.sorting === firstView.sorting ? null : view.sorting);
  put("list", view.isAllFloors ? "all" : null);
  put("follow", view.isFollowing ? "1" : null);
  const isAsAtFirst = layerNames.every((name) => layers[name] === firstView.layers[name]);
  put("layers", isAsAtFirst ? null : layerNames.filter((name) => layers[name]).join(",") || "none");
  put("at", view.camera === null ? null : cameraText(view.camera));
  return next;
}

/** Latitude, longitude, zoom and bearing: to 10 cm, and to differences that the eye can see. */
function cameraText({ lat, lon, zoom, bearing }: Camera): string {
  return [lat.toFixed(6), lon.toFixed(6), zoom.toFixed(2), bearing.toFixed(1)].map(Number).join(",");
}

function readCamera(text: string | null): Camera | null {
  const [lat, lon, zoom, bearing = 0] = (text ?? "").split(",").map((part) => (part === "" ? NaN : Number(part)));
  const isThere = (value: number | undefined, most: number): value is number =>
    value !== undefined && Math.abs(value) <= most;
  if (!isThere(lat, 85) || !isThere(lon, 180) || !isThere(zoom, 30) || !isThere(bearing, 360)) return null;
  return { lat, lon, zoom, bearing };
}

function oneOf<T extends string>(known: readonly T[], value: string | null): T | null {
  return known.find((each) => each === value) ?? null;
}
