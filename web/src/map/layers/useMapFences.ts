import { listGeofences } from "@pulse/contract/geofences";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useCan } from "../../entity/useCan.ts";
import { useServices } from "../../services/services.tsx";
import type { MapFence } from "../../mapEngine/mapFence.ts";
import { mapFences, shownFences } from "./mapFences.ts";
import type { MapLayersShown } from "../model/mapView.ts";

/** The live connection does not report geofences. */
const rereadMs = 30_000;
const noFences: readonly MapFence[] = [];

/** The geofences on the map for people who may read them, and the site's number of geofences; null: not known. */
export function useMapFences(
  siteId: string,
  shownFloorIds: readonly string[],
  layers: MapLayersShown,
): { fences: readonly MapFence[]; mayRead: boolean; total: number | null } {
  const { api } = useServices();
  const reads = useCan({ all: [{ area: "geofence_management", letter: "r" }] }) === true;
  const { data } = useQuery({
    queryKey: ["mapFences", siteId],
    enabled: reads && layers.geofences,
    queryFn: ({ signal }) =>
      api.call(listGeofences, { query: { siteId, sortFields: ["name"], sortOrder: ["asc"] }, signal }),
    // Who is inside changes with every answer; the selected data stays the same object while the drawing is the same.
    select: mapFences,
    refetchInterval: rereadMs,
  });
  const fences = useMemo(
    () => (reads && data !== undefined ? shownFences(data, shownFloorIds, layers) : noFences),
    [reads, data, shownFloorIds, layers],
  );
  return { fences, mayRead: reads, total: data?.length ?? null };
}
