import { listHeardTrackers } from "@pulse/contract/trackerSignals";
import { useQuery } from "@tanstack/react-query";
import { useServices } from "../services/services.tsx";

/** Beacons that the site's gateways hear but that are not onboarded. */
export function useHeardBeacons(siteId: string | null) {
  const { api } = useServices();
  return useQuery({
    queryKey: ["heardTrackers", siteId],
    enabled: siteId !== null,
    queryFn: ({ signal }) => api.call(listHeardTrackers, { query: { siteId }, signal }),
  });
}
