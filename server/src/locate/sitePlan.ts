import type { Anchor, EngineSettings, FloorModel } from "@pulse/positioning/siteModel";

/** What a site's model is built from, but for its calibration: plain data. */
export interface SitePlan {
  anchors: Anchor[];
  floors: FloorModel[];
  settings: EngineSettings;
}
