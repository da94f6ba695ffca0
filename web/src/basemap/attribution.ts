import { AttributionControl, type Map as MapLibreMap } from "maplibre-gl";
import "./attribution.css";

/** Says whose data the ground is, as the data's licence asks for it. */
export function showAttribution(map: MapLibreMap, position: "bottom-left" | "bottom-right"): void {
  map.addControl(new AttributionControl({ compact: false, customAttribution: [] }), position);
}
