import type { Map as MapLibreMap } from "maplibre-gl";
import type { Scheme } from "../theme/tokens.ts";

/** Something on the map. It may be added again: a lost graphics context or a change of basemap removes everything. */
export interface MapLayer {
  add(map: MapLibreMap, scheme: Scheme): void;
  /** Changes to the colours of another scheme. */
  repaint(map: MapLibreMap, scheme: Scheme): void;
}

/** A layer that comes and goes with a part of the page. */
export interface Overlay extends MapLayer {
  remove(map: MapLibreMap): void;
}
