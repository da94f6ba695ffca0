import type { LatLon } from "@pulse/geo/latLon";
import type { Map as MapLibreMap } from "maplibre-gl";

/** Something written at a place of the map. */
export interface TrailMark extends LatLon {
  element: HTMLElement;
}

/** Elements over the map's picture that stay at their places; clicks pass through. The list beside the map says the same. */
export function trailMarks() {
  const layer = document.createElement("div");
  layer.style.cssText = "position:absolute;inset:0;overflow:hidden;pointer-events:none";
  layer.setAttribute("aria-hidden", "true");
  let on: MapLibreMap | null = null;
  let marks: readonly TrailMark[] = [];
  const put = (): void => {
    for (const { lat, lon, element } of marks) {
      const at = on?.project([lon, lat]);
      if (at !== undefined) element.style.transform = `translate(${at.x}px, ${at.y}px)`;
    }
  };
  return {
    add(map: MapLibreMap): void {
      if (on === map) return;
      on = map;
      map.getCanvasContainer().append(layer);
      map.on("move", put);
      map.on("resize", put);
      put();
    },
    remove(map: MapLibreMap): void {
      map.off("move", put);
      map.off("resize", put);
      layer.remove();
      on = null;
    },
    show(next: readonly TrailMark[]): void {
      marks = next;
      layer.replaceChildren(...marks.map(({ element }) => element));
      put();
    },
  };
}
