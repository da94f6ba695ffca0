import type { LatLon } from "@pulse/geo/latLon";
import type { Map as MapLibreMap, MapMouseEvent } from "maplibre-gl";
import { type Target, targetAt } from "./targets.ts";
import type { View } from "./plane.ts";

export interface PointerEvents {
  targets(): readonly Target[];
  view(): View;
  /** `at`: where on the ground. */
  clicked(target: Target | null, at: LatLon): void;
  hovered(target: Target | null): void;
}

/** Clicks and hovers on the map's own markers at their current places. */
export function watchPointer(map: MapLibreMap, events: PointerEvents): void {
  let isTouch = false;
  map.getCanvas().addEventListener("pointerdown", ({ pointerType }) => {
    isTouch = pointerType === "touch";
  });
  map.on("click", ({ point, lngLat: { lat, lng: lon } }: MapMouseEvent) => {
    events.clicked(targetAt(events.targets(), events.view(), point.x, point.y, isTouch), { lat, lon });
  });
  map.on("mousemove", ({ point }: MapMouseEvent) => {
    const target = isTouch ? null : targetAt(events.targets(), events.view(), point.x, point.y, false);
    map.getCanvas().style.cursor = target === null ? "" : "pointer";
    events.hovered(target);
  });
  map.on("mouseout", () => events.hovered(null));
}
