import type { AccessibleSite } from "@pulse/contract/customers";
import { useMemo } from "react";
import type { Positions } from "../../live/positions.ts";
import { withTrackers } from "./unassignedTrackers.ts";
import { type LayerName, layerNames, type MapLayersShown } from "../model/mapView.ts";
import type { TrackerLayer } from "./useUnassignedTrackers.ts";

interface Input {
  site: AccessibleSite;
  layers: MapLayersShown;
  positions: Positions;
  isPast: boolean;
  unassigned: TrackerLayer;
  geofences: { mayRead: boolean };
}

/** The layers that this person can switch, and the positions to draw with them. */
export function useLayers({ site, layers, positions, isPast, unassigned, geofences }: Input) {
  const { mayRead: readsFences } = geofences;
  const { mayRead: readsTrackers, trackers } = unassigned;
  const { showLocationConfidence: showsConfidence } = site.customerConfig;
  const hasUnderlay = site.underlay !== null;
  const switches = useMemo<readonly LayerName[]>(
    () =>
      layerNames.filter((name) => {
        if (name === "trackers") return readsTrackers && !isPast;
        if (name === "confidence") return showsConfidence;
        if (name === "underlay") return hasUnderlay;
        return readsFences || (name !== "geofences" && name !== "hiddenGeofences");
      }),
    [readsTrackers, readsFences, showsConfidence, hasUnderlay, isPast],
  );
  const isWithTrackers = layers.trackers && readsTrackers && !isPast;
  const drawn = useMemo(
    () => (isWithTrackers ? withTrackers(positions, trackers.positions) : positions),
    [isWithTrackers, positions, trackers],
  );
  return { switches, drawn, showsConfidence };
}
