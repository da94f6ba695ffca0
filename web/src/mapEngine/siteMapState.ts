import type { HardwareListed } from "@pulse/contract/gateways";
import type { FloorPlan } from "@pulse/contract/sites";
import type { Underlay } from "@pulse/contract/underlay";
import type { LatLon } from "@pulse/geo/latLon";
import type { Overlay } from "../basemap/MapLayer.ts";
import type { Positions } from "../live/positions.ts";
import type { Scheme } from "../theme/tokens.ts";
import type { MapFence } from "./mapFence.ts";

/** Takes the places on the ground that are clicked. */
export interface PlacePicker {
  picked(at: LatLon): void;
}

/** The state that the page decides and the map draws. */
export interface SiteMapState {
  scheme: Scheme;
  /** The street map under the plans; null: our own ground. */
  styleUrl: string | null;
  plans: readonly FloorPlan[];
  /** Whether the plans are known: a site may have none. */
  arePlansKnown: boolean;
  /** The picture under the plans; null: none. */
  underlay: Underlay | null;
  shownFloorIds: readonly string[];
  gateways: readonly HardwareListed[];
  /** The geofences to draw. */
  fences: readonly MapFence[];
  /** The guid of an asset or gateway, or the id of a geofence. */
  selected: string | null;
  isFollowing: boolean;
  /** The assets that pass the page's filters; null: all. */
  passing: ReadonlySet<string> | null;
  layers: { gateways: boolean; confidence: boolean; otherFloors: boolean };
  /** Whether the customer wants the accuracy of positions to be shown. */
  showsConfidence: boolean;
  /** While true, clicks draw a measured line and select nothing. */
  isMeasuring: boolean;
  /** Who wants a place to be chosen: the next clicks are for it and select nothing. */
  placePicker: PlacePicker | null;
  timeoutDay: number;
  /** Where the assets are. */
  positions: Positions;
  /** Other things on the map, above the plans and below the markers. */
  overlays: Readonly<Record<string, Overlay>>;
}
