import type { AccessibleSite } from "@pulse/contract/customers";
import type { FloorPlan } from "@pulse/contract/sites";
import type { Positions } from "../../live/positions.ts";
import { useServices } from "../../services/services.tsx";
import { useFloors } from "../../sites/sites.api.ts";
import { type TrackerLayer, useUnassignedTrackers } from "../layers/useUnassignedTrackers.ts";
import type { AssetRow } from "../list/assetRows.ts";
import { useAssetRows } from "../list/useAssetRows.ts";
import { type LiveSite, useLiveSite } from "../live/useLiveSite.ts";
import { type Pause, usePause } from "../live/usePause.ts";
import { type PlaybackState, usePlayback } from "../playback/usePlayback.ts";

/** What the map page knows of its site. */
export interface MapData {
  site: AccessibleSite;
  plans: readonly FloorPlan[];
  /** Whether the plans are known: a site may have none. */
  arePlansKnown: boolean;
  /** All assets, on any floor. */
  allRows: readonly AssetRow[];
  live: LiveSite;
  /** The trackers without an asset. */
  unassigned: TrackerLayer;
  /** The positions that the page shows: live or past. */
  positions: Positions;
  playback: PlaybackState;
  pause: Pause;
  /** The current time by the server's clock, ms. */
  nowMs(): number;
}

const noPlans: readonly FloorPlan[] = [];

/** A site's floors, assets and trackers, live, paused or past. `showsTrackers`: those without an asset are shown, too. */
export function useMapData(site: AccessibleSite, showsTrackers: boolean): MapData {
  const { live: store } = useServices();
  const { pause, now } = usePause(store);
  const isPaused = pause.sinceMs !== null;
  const { playback, positions } = usePlayback(now, isPaused);
  const { data: floors } = useFloors(site.id);
  const plans = floors ?? noPlans;
  const arePlansKnown = floors !== undefined;
  const allRows = useAssetRows(positions);
  const unassigned = useUnassignedTrackers(site.id, showsTrackers);
  const live = useLiveSite(site.id, isPaused, unassigned.trackers);
  return { site, plans, arePlansKnown, allRows, live, unassigned, positions, playback, pause, nowMs: now.nowMs };
}
