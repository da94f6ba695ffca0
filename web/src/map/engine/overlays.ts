import type { Map as MapLibreMap } from "maplibre-gl";
import type { MapLayer, Overlay } from "../../basemap/MapLayer.ts";
import type { Scheme } from "../../theme/tokens.ts";

/** Plans are drawn below this, overlays above it and below the markers. */
export const overlaySlotId = "overlays";

/** What parts of the page lay onto the map. It comes and goes with them, and comes back after a lost graphics context. */
export function overlayStack() {
  let shown: readonly Overlay[] = [];
  const layer: MapLayer = {
    add(map, scheme) {
      // What came back by itself with the graphics context lies below the ground's dots, which were just drawn anew.
      if (map.getLayer(overlaySlotId) !== undefined) map.moveLayer(overlaySlotId);
      else map.addLayer({ id: overlaySlotId, type: "background", layout: { visibility: "none" } });
      for (const overlay of shown) overlay.add(map, scheme);
    },
    repaint(map, scheme) {
      for (const overlay of shown) overlay.repaint(map, scheme);
    },
  };
  return {
    layer,
    /** Shows exactly these. */
    show(map: MapLibreMap, scheme: Scheme, overlays: readonly Overlay[]): void {
      const before = shown;
      shown = overlays;
      for (const overlay of before) if (!overlays.includes(overlay)) overlay.remove(map);
      for (const overlay of overlays) if (!before.includes(overlay)) overlay.add(map, scheme);
    },
  };
}
