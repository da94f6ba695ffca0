import { listTrackerTypes } from "@pulse/contract/trackers";
import { useQuery } from "@tanstack/react-query";
import { useServices } from "../services/services.tsx";
import { useAccessibleSites } from "../sites/sites.api.ts";
import { trackerTypeText } from "../text/deviceTypes.ts";

/** The types of trackers of the site's customer. */
export function useTrackerTypes(siteId: string | null): readonly { value: string; label: string }[] {
  const { api } = useServices();
  const { data: sites } = useAccessibleSites();
  const customerId = sites?.find(({ id }) => id === siteId)?.customerId ?? null;
  const { data = [] } = useQuery({
    queryKey: ["trackerTypes", customerId],
    enabled: customerId !== null,
    queryFn: ({ signal }) => api.call(listTrackerTypes, { query: { customerId }, signal }),
    staleTime: Infinity,
  });
  return data.map(({ type, name }) => ({ value: type, label: trackerTypeText(type, name) }));
}
