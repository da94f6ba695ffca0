import { listHeardTrackers } from "@pulse/contract/trackerSignals";
import { useQuery } from "@tanstack/react-query";
import { useServices } from "../services/services.tsx";

/** Trackers that the site's gateways receive but that are not registered. */
export function useUnregisteredTrackers(siteId: string | null) {
  const { api } = useServices();
  return useQuery({
    queryKey: ["heardTrackers", siteId],
    enabled: siteId !== null,
    queryFn: ({ signal }) => api.call(listHeardTrackers, { query: { siteId }, signal }),
  });
}
