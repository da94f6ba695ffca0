import { AttributionControl, type Map as MapLibreMap } from "maplibre-gl";
import "./attribution.css";

/** Names the source of the basemap's data, as its licence requires. */
export function showAttribution(map: MapLibreMap, position: "bottom-left" | "bottom-right"): void {
  map.addControl(new AttributionControl({ compact: false, customAttribution: [] }), position);
}
