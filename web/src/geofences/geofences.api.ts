import { type Geofence, getGeofence } from "@pulse/contract/geofences";
import { listActiveAlerts } from "@pulse/contract/geofenceStays";
import { getSite } from "@pulse/contract/sites";
import { useQuery } from "@tanstack/react-query";
import { nounKeys } from "../api/queryKeys.ts";
import { useServices } from "../services/services.tsx";
import { geofences } from "./geofences.ts";

/** How often to check who is inside, ms. */
export const liveMs = 5_000;

/** A geofence's current state: who is inside is refreshed while its page is open. */
export function useLiveGeofence({ id, siteId }: Geofence): Geofence | undefined {
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: nounKeys(geofences.name, siteId).one(id),
    queryFn: ({ signal }) => api.call(getGeofence, { params: { id }, signal }),
    refetchInterval: liveMs,
  });
  return data;
}

/** Which assets in geofences of the site need somebody now, or all that are in one. */
export function useActiveAlerts(siteId: string | null, needsAttention = true) {
  const { api } = useServices();
  return useQuery({
    queryKey: ["activeAlerts", siteId, needsAttention],
    enabled: siteId !== null,
    queryFn: ({ signal }) =>
      api.call(listActiveAlerts, { query: { siteId, ...(needsAttention ? { needsAttention } : {}) }, signal }),
    refetchInterval: liveMs,
  });
}

/** The site of a geofence, whose settings are the geofence's defaults. */
export function useSite(siteId: string | null) {
  const { api } = useServices();
  return useQuery({
    queryKey: nounKeys("sites", null).one(siteId ?? ""),
    enabled: siteId !== null,
    queryFn: ({ signal }) => api.call(getSite, { params: { id: siteId ?? "" }, signal }),
  });
}
