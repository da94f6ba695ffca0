import type { Area } from "@pulse/positioning/model/areaIndex";
import type { Wall } from "@pulse/positioning/model/walls";
import type { Anchor, EngineSettings, FloorModel } from "@pulse/positioning/model/siteModel";

/** What a site's model is built from, except its calibration, as plain data. */
export interface SitePlan {
  anchors: Anchor[];
  floors: FloorModel[];
  rooms: Area[];
  walls: Wall[];
  settings: EngineSettings;
}
