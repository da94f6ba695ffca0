import type { FloorPlan } from "@pulse/contract/sites";
import type { LatLon } from "@pulse/geo/latLon";
import type { Camera } from "./camera/siteCamera.ts";
import type { SiteMapState } from "./siteMapState.ts";

export interface SiteMapEvents {
  /** The new value for `SiteMapState.selected`. */
  selected(guid: string | null): void;
  /** The camera: its bearing and its scale. */
  viewed(view: { bearing: number; pxPerM: number }): void;
  /** The map has stopped where somebody moved it; null: it shows the whole floor. */
  moveEnded(camera: Camera | null): void;
  /** The length of the line that is being measured, m; null: there is none. */
  measured(metres: number | null): void;
  planFailed(plan: FloorPlan): void;
  /** The picture under the plans did not load. */
  underlayFailed(): void;
  /** The street map did not load: our own ground is shown. */
  streetMapFailed(): void;
  followEnded(): void;
}

export interface SiteMapParts {
  /** The map's element. What lies over it is marked by `data-over-map`, inside an element marked by `data-map-stage`. */
  container: HTMLElement;
  state: SiteMapState;
  events: SiteMapEvents;
  loadImage(url: string): Promise<Blob>;
  distanceText(metres: number): string;
  /** Where the site is, used while it has no plans. */
  centre: LatLon;
  /** Where the map starts; null: at the whole floor. */
  camera: Camera | null;
  locale: Record<string, string>;
}
