import { getCustomerAccessibleOperations } from "@pulse/contract/customers";
import { listGroups } from "@pulse/contract/groups";
import { listRoles } from "@pulse/contract/roles";
import { getOperations } from "@pulse/contract/users";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { nounKeys } from "../api/queryKeys.ts";
import { useCan } from "../entity/useCan.ts";
import { useServices } from "../services/services.tsx";

/** All 42 operations. */
export function useOperations() {
  const { api } = useServices();
  return useQuery({
    queryKey: ["operations"],
    queryFn: ({ signal }) => api.call(getOperations, { signal }),
    staleTime: Infinity,
  });
}

/** A customer's operations; the previous customer's while the next ones load. */
export function useCustomerOperations(customerId: string | null) {
  const { api } = useServices();
  return useQuery({
    queryKey: ["customerOperations", customerId],
    enabled: customerId !== null,
    queryFn: ({ signal }) => api.call(getCustomerAccessibleOperations, { params: { id: customerId ?? "" }, signal }),
    placeholderData: keepPreviousData,
  });
}

const byName = { sortFields: ["name"], sortOrder: ["asc"] };

/** All roles of a customer; undefined for people who may not read them. */
export function useRoles(customerId: string | null) {
  const { api } = useServices();
  const mayRead = useCan({ any: [{ area: "role_management", letter: "r" }] });
  return useQuery({
    queryKey: nounKeys("roles", customerId).names,
    enabled: mayRead === true && customerId !== null,
    queryFn: ({ signal }) => api.call(listRoles, { query: { customerId, ...byName }, signal }),
  });
}

/** All groups of a customer; undefined for people who may not read them. */
export function useGroups(customerId: string | null) {
  const { api } = useServices();
  const mayRead = useCan({ any: [{ area: "group_management", letter: "r" }] });
  return useQuery({
    queryKey: nounKeys("groups", customerId).names,
    enabled: mayRead === true && customerId !== null,
    queryFn: ({ signal }) => api.call(listGroups, { query: { customerId, ...byName }, signal }),
  });
}
