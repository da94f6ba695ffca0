import { Map as MapLibreMap, type MapOptions, setWorkerUrl } from "maplibre-gl";
// With a bundler the worker's default address does not exist, and nothing would ever be drawn.
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import type { Scheme } from "../theme/tokens.ts";
import { bareStyle } from "./bareStyle.ts";

setWorkerUrl(workerUrl);

/** A MapLibre map on plain ground, flat and without copies of the world. Throws if the browser has no WebGL. */
export function newMap(options: Omit<MapOptions, "style">, scheme: Scheme): MapLibreMap {
  const map = new MapLibreMap({
    style: bareStyle(scheme),
    attributionControl: false,
    fadeDuration: 0,
    maxPitch: 0,
    pitchWithRotate: false,
    // Plans are usually a few degrees off north, so the map must not turn north-up by itself.
    bearingSnap: 0,
    renderWorldCopies: false,
    ...options,
  });
  map.touchZoomRotate.enable();
  return map;
}

/** The map, or null if the browser has no WebGL. */
export function mapOrNull<M>(make: () => M): M | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof Error && error.name === "GPUInitializationError") return null;
    throw error;
  }
}
