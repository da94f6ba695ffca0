import { type GeofenceHistoryEntry, listAssetGeofenceHistory } from "@pulse/contract/geofenceStays";
import {
  listTrackerSightings,
  listTrackerTelemetry,
  type Sighting,
  type Telemetry,
} from "@pulse/contract/trackerSignals";
import { useQuery } from "@tanstack/react-query";
import { useCan } from "../../entity/useCan.ts";
import { useServices } from "../../services/services.tsx";

export interface HistoryFacts {
  stays: readonly GeofenceHistoryEntry[];
  sightings: readonly Sighting[];
  telemetry: readonly Telemetry[];
}

interface Input {
  assetId: string | null;
  trackerId: string | null;
  fromMs: number;
  toMs: number;
}

const none: readonly never[] = [];

/** Other facts about an asset in a span, as far as the reader may see them: geofences, sightings, battery. */
export function useHistoryFacts({ assetId, trackerId, fromMs, toMs }: Input): HistoryFacts {
  const { api } = useServices();
  const readsFences = useCan({ all: [{ area: "geofence_management", letter: "r" }] }) === true;
  const readsTrackers = useCan({ all: [{ area: "identifier_management", letter: "r" }] }) === true;
  const span = { startTimeUtc: new Date(fromMs).toISOString(), endTimeUtc: new Date(toMs).toISOString() };
  const stays = useQuery({
    queryKey: ["past", "stays", assetId, fromMs, toMs],
    enabled: readsFences && assetId !== null,
    queryFn: ({ signal }) =>
      api.call(listAssetGeofenceHistory, { params: { id: assetId! }, query: { ...span, limit: 1000 }, signal }),
  });
  const ofTracker = { enabled: readsTrackers && trackerId !== null };
  const sightings = useQuery({
    ...ofTracker,
    queryKey: ["past", "sightings", trackerId, fromMs, toMs],
    queryFn: ({ signal }) => api.call(listTrackerSightings, { params: { id: trackerId! }, query: span, signal }),
  });
  const telemetry = useQuery({
    ...ofTracker,
    queryKey: ["past", "telemetry", trackerId, fromMs, toMs],
    queryFn: ({ signal }) => api.call(listTrackerTelemetry, { params: { id: trackerId! }, query: span, signal }),
  });
  return { stays: stays.data ?? none, sightings: sightings.data ?? none, telemetry: telemetry.data ?? none };
}
