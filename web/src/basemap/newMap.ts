import { Map as MapLibreMap, type MapOptions, setWorkerUrl } from "maplibre-gl";
// Under a bundler the worker's default address is not found, and nothing would ever be drawn.
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import type { Scheme } from "../theme/tokens.ts";
import { bareStyle } from "./bareStyle.ts";

setWorkerUrl(workerUrl);

/** A MapLibre map on plain ground, flat and without copies of the world. Throws where the browser has no WebGL. */
export function newMap(options: Omit<MapOptions, "style">, scheme: Scheme): MapLibreMap {
  const map = new MapLibreMap({
    style: bareStyle(scheme),
    attributionControl: false,
    fadeDuration: 0,
    maxPitch: 0,
    pitchWithRotate: false,
    // A plan lies a few degrees off north as a rule: the map must not turn north-up by itself.
    bearingSnap: 0,
    renderWorldCopies: false,
    ...options,
  });
  map.touchZoomRotate.enable();
  return map;
}

/** The map, or null where the browser has no WebGL. */
export function mapOrNull<M>(make: () => M): M | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof Error && error.name === "GPUInitializationError") return null;
    throw error;
  }
}
