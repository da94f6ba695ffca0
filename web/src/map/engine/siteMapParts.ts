import type { FloorPlan } from "@pulse/contract/sites";
import type { LatLon } from "@pulse/geo/latLon";
import type { Padding } from "../../basemap/planGeometry.ts";
import type { Camera } from "./siteCamera.ts";
import type { SiteMapState } from "./siteMapState.ts";

export interface SiteMapEvents {
  /** What `SiteMapState.selected` is to be. */
  selected(guid: string | null): void;
  /** The camera: which way is up, and how large a metre appears. */
  viewed(view: { bearing: number; pxPerM: number }): void;
  /** The map has come to rest where somebody moved it to; null: it shows the whole floor. */
  rested(camera: Camera | null): void;
  /** The length of the line that is being measured, m; null: there is none. */
  measured(metres: number | null): void;
  planFailed(plan: FloorPlan): void;
  /** The street map did not come: the ground is our own. */
  streetMapFailed(): void;
  followEnded(): void;
}

export interface SiteMapParts {
  container: HTMLElement;
  state: SiteMapState;
  events: SiteMapEvents;
  loadImage(url: string): Promise<Blob>;
  distanceText(metres: number): string;
  padding(): Padding;
  /** Where the site is, for as long as it has no plans. */
  centre: LatLon;
  /** Where the map begins; null: at the whole floor. */
  camera: Camera | null;
  locale: Record<string, string>;
}
