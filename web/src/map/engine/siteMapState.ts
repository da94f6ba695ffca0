import type { HardwareListed } from "@pulse/contract/gateways";
import type { FloorPlan } from "@pulse/contract/sites";
import type { Scheme } from "../../theme/tokens.ts";

/** What the page decides and the map draws. */
export interface SiteMapState {
  scheme: Scheme;
  plans: readonly FloorPlan[];
  shownFloorIds: readonly string[];
  gateways: readonly HardwareListed[];
  /** An asset or a gateway. */
  selected: string | null;
  isFollowing: boolean;
  /** The assets that pass the page's filters; null: all. */
  passing: ReadonlySet<string> | null;
  layers: { gateways: boolean; confidence: boolean; otherFloors: boolean };
  timeoutDay: number;
}
