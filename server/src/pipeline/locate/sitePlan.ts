import type { LatLon } from "@pulse/geo/latLon";
import type { Area } from "@pulse/positioning/model/areaIndex";
import type { Wall } from "@pulse/positioning/model/walls";
import type { Anchor, EngineSettings, FloorModel } from "@pulse/positioning/model/placedSite";
import { planOf } from "../places/floorGeometry.ts";
import type { FloorRow } from "./siteRows.repository.ts";

/** What a site's model is built from, except its calibration, as plain data. */
export interface SitePlan {
  /** The origin of the frame that its coordinates are in. */
  origin: LatLon;
  anchors: Anchor[];
  floors: FloorModel[];
  rooms: Area[];
  walls: Wall[];
  settings: EngineSettings;
}

/** Whether a thing was given a place. An empty one is 0,0, which is in the sea, so nothing is installed there. */
export function isPlaced({ lat, lon }: LatLon): boolean {
  return lat !== 0 || lon !== 0;
}

/** Where a floor ends; if nobody has drawn that, it is the extent of its image (checklist, Positions). */
export function outlineOf(floor: Omit<FloorRow, "building_name">): readonly LatLon[] {
  return floor.drawing.outline ?? planOf(floor).corners;
}
