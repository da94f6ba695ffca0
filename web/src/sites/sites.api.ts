import { type AccessibleSite, listAccessibleSites } from "@pulse/contract/customers";
import { listFloors, listSites, type Site } from "@pulse/contract/sites";
import { useQuery } from "@tanstack/react-query";
import { useServices } from "../services/services.tsx";
import { useMe } from "../shell/person.api.ts";

/** Every site that the person may enter: those of their customer, or of all customers for a superadmin. */
export function useAccessibleSites() {
  const { api } = useServices();
  const { data: me } = useMe();
  return useQuery({
    queryKey: ["accessibleSites"],
    enabled: me !== undefined,
    queryFn: async ({ signal }): Promise<AccessibleSite[]> => {
      // The sites of all customers are one request, however many customers there are.
      if (me?.isSuperadmin) return (await api.call(listSites, { signal })).map(accessible);
      const id = me?.customerId ?? null;
      return id === null ? [] : api.call(listAccessibleSites, { params: { id }, signal });
    },
  });
}

/** The floors of a site with their plans. */
export function useFloors(siteId: string, enabled = true) {
  const { api } = useServices();
  return useQuery({
    queryKey: ["floors", siteId],
    enabled,
    queryFn: ({ signal }) => api.call(listFloors, { params: { id: siteId }, signal }),
    staleTime: 5 * 60_000,
  });
}

function accessible({ id, guid, name, customerId, customerName, customerConfig, ...site }: Site): AccessibleSite {
  const { lat, lon, location, settings, underlay } = site;
  const { hideGeofences } = settings;
  return { id, guid, name, customerId, customerName, customerConfig, lat, lon, location, hideGeofences, underlay };
}
