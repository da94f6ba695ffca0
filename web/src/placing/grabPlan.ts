import { type Placement, placePlan } from "@pulse/geo/floorPlan";
import type { LatLon } from "@pulse/geo/latLon";
import { changedPlacement } from "@pulse/geo/placementChange";
import type { Map as MapLibreMap, MapMouseEvent, MapTouchEvent } from "maplibre-gl";

interface Parts {
  /** The plan that can be dragged now; null: the map is moved instead. */
  placement(): Placement | null;
  onDrag(placement: Placement): void;
  onDrop(): void;
}

/** Makes a plan draggable anywhere on it, with one button or one finger; two fingers move the map. Returns a function that ends this. */
export function grabPlan(map: MapLibreMap, { placement, onDrag, onDrop }: Parts): () => void {
  let grip: { from: LatLon; placement: Placement } | null = null;

  const down = (event: MapMouseEvent | MapTouchEvent): void => {
    if ("points" in event ? event.points.length !== 1 : event.originalEvent.button !== 0) return drop();
    const [now, from] = [placement(), latLonOf(event)];
    if (now === null || !isOnPlan(now, from)) return;
    // The map must not move too.
    event.preventDefault();
    grip = { from, placement: now };
  };
  const move = (event: MapMouseEvent | MapTouchEvent): void => {
    if (grip !== null) onDrag(changedPlacement(grip.placement, { about: grip.from, to: latLonOf(event) }));
  };
  const drop = (): void => {
    if (grip === null) return;
    grip = null;
    onDrop();
  };
  const ends = ["mouseup", "touchend", "touchcancel"] as const;
  map.on("mousedown", down);
  map.on("touchstart", down);
  map.on("mousemove", move);
  map.on("touchmove", move);
  for (const end of ends) window.addEventListener(end, drop);
  return () => {
    for (const end of ends) window.removeEventListener(end, drop);
  };
}

/** Whether a place is on a placed plan. */
export function isOnPlan(placement: Placement, at: LatLon): boolean {
  const plan = placePlan(placement);
  const { x, y } = plan.toImage(at);
  return x >= 0 && y >= 0 && x <= plan.widthM && y <= plan.heightM;
}

function latLonOf({ lngLat: { lat, lng } }: MapMouseEvent | MapTouchEvent): LatLon {
  return { lat, lon: lng };
}
