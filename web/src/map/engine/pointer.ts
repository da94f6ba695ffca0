import type { Map as MapLibreMap, MapMouseEvent } from "maplibre-gl";
import type { Target } from "./markerFeatures.ts";

const mouseReachPx = 12;
const fingerReachPx = 22;

/** The nearest target under a point of the screen, within a finger's or a mouse's reach. Later ones lie on top. */
export function targetAt(targets: readonly Target[], x: number, y: number, isTouch: boolean): Target | null {
  let best: Target | null = null;
  let bestPx = Infinity;
  for (const target of targets) {
    const reachPx = Math.max(target.radiusPx, isTouch ? fingerReachPx : mouseReachPx);
    const distancePx = Math.hypot(target.x - x, target.y - y);
    if (distancePx <= reachPx && distancePx <= bestPx) {
      best = target;
      bestPx = distancePx;
    }
  }
  return best;
}

export interface PointerEvents {
  targets(): readonly Target[];
  clicked(target: Target | null): void;
  hovered(target: Target | null): void;
}

/** Clicks and hovers on the map's own markers, by where they were drawn last. */
export function watchPointer(map: MapLibreMap, events: PointerEvents): void {
  let isTouch = false;
  map.getCanvas().addEventListener("pointerdown", ({ pointerType }) => {
    isTouch = pointerType === "touch";
  });
  map.on("click", ({ point }: MapMouseEvent) => {
    events.clicked(targetAt(events.targets(), point.x, point.y, isTouch));
  });
  map.on("mousemove", ({ point }: MapMouseEvent) => {
    const target = isTouch ? null : targetAt(events.targets(), point.x, point.y, false);
    map.getCanvas().style.cursor = target === null ? "" : "pointer";
    events.hovered(target);
  });
  map.on("mouseout", () => events.hovered(null));
}
