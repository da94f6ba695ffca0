import { type AccessibleSite, listAccessibleSites, listCustomers } from "@pulse/contract/customers";
import { listFloors } from "@pulse/contract/sites";
import { getAccessibleOperations, getUserMe } from "@pulse/contract/users";
import { useQuery } from "@tanstack/react-query";
import { useServices } from "../services.tsx";

/** Who is signed in. */
export function useMe() {
  const { api } = useServices();
  return useQuery({ queryKey: ["me"], queryFn: ({ signal }) => api.call(getUserMe, { signal }), staleTime: Infinity });
}

/** What the person may do. */
export function useAccess() {
  const { api } = useServices();
  return useQuery({
    queryKey: ["access"],
    queryFn: ({ signal }) => api.call(getAccessibleOperations, { signal }),
    staleTime: Infinity,
  });
}

/** Every site that the person may enter: of the own customer, or of all customers for a superadmin. */
export function useAccessibleSites() {
  const { api } = useServices();
  const { data: me } = useMe();
  return useQuery({
    queryKey: ["accessibleSites"],
    enabled: me !== undefined,
    queryFn: async ({ signal }): Promise<AccessibleSite[]> => {
      const own = me?.isSuperadmin
        ? (await api.call(listCustomers, { signal })).map(({ id }) => id)
        : [me?.customerId ?? null].filter((id) => id !== null);
      const lists = await Promise.all(own.map((id) => api.call(listAccessibleSites, { params: { id }, signal })));
      return lists.flat();
    },
  });
}

/** The floors of a site with their plans. */
export function useFloors(siteId: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: ["floors", siteId],
    queryFn: ({ signal }) => api.call(listFloors, { params: { id: siteId }, signal }),
    staleTime: 5 * 60_000,
  });
}
