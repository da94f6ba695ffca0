import type { Map as MapLibreMap } from "maplibre-gl";
import type { MapLayer, Overlay } from "../../basemap/MapLayer.ts";
import type { Scheme } from "../../theme/tokens.ts";

/** Plans are drawn below this, overlays above it and below the markers. */
export const overlaySlotId = "overlays";

/** The overlays that parts of the page put onto the map. They come and go with those parts, and return after a lost graphics context. */
export function overlayStack() {
  let shown: readonly Overlay[] = [];
  const layer: MapLayer = {
    add(map, scheme) {
      // A layer that came back with the graphics context is below the ground's dots, which were just added again.
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
    /** Shows exactly these overlays. */
    show(map: MapLibreMap, scheme: Scheme, overlays: readonly Overlay[]): void {
      const before = shown;
      shown = overlays;
      for (const overlay of before) if (!overlays.includes(overlay)) overlay.remove(map);
      for (const overlay of overlays) if (!before.includes(overlay)) overlay.add(map, scheme);
    },
  };
}
