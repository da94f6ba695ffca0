import type { Underlay } from "@pulse/contract/underlay";
import type { Map as MapLibreMap } from "maplibre-gl";
import type { MapLayer } from "../../basemap/MapLayer.ts";
import { floorPlans, type GroundImage, underlayLooks, underlayPrefix } from "./floorPlans.ts";

export interface UnderlayLayer {
  layer: MapLayer;
  /** Shows it on a map of this width, px; null: nothing. */
  show(underlay: Underlay | null, mapPx: number): void;
  /** After a zoom. */
  refine(): void;
  stop(): void;
}

/** The picture under a site's floors, loaded and drawn as their plans are. `failed`: it did not load. */
export function underlayImage(
  map: MapLibreMap,
  load: (url: string) => Promise<Blob>,
  failed: () => void,
): UnderlayLayer {
  const images = floorPlans<GroundImage>(map, load, { failed, settled: () => undefined }, underlayLooks);
  return {
    layer: images.layer,
    show(underlay, mapPx) {
      const shown = underlay === null ? [] : [{ ...underlay, id: underlayPrefix + underlay.image }];
      images.change(shown);
      images.show(shown, mapPx);
    },
    refine: images.refine,
    stop: images.stop,
  };
}
