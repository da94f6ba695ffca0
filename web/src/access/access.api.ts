import { getCustomerAccessibleOperations, listCustomers } from "@pulse/contract/customers";
import { listGroups } from "@pulse/contract/groups";
import { listRoles } from "@pulse/contract/roles";
import { getOperations } from "@pulse/contract/users";
import type { Endpoint } from "@pulse/contract/endpoint";
import { keepPreviousData, type Query, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { useServices } from "../services.tsx";
import { useMe } from "../session/person.api.ts";
import { useCan } from "./useCan.ts";

/** One stored thing by its id. */
export function useEntity<E extends Endpoint>(endpoint: E, id: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [endpoint.id, id],
    queryFn: ({ signal }): Promise<z.output<E["content"]>> => api.call(endpoint, { params: { id }, signal }),
  });
}

/** All customers, for those who may act in any of them. */
export function useCustomers() {
  const { api } = useServices();
  const { data: me } = useMe();
  return useQuery({
    // Under the list's key, so that creating or renaming a customer reloads it too.
    queryKey: ["listCustomers", "byName"],
    enabled: me?.isSuperadmin === true,
    queryFn: async ({ signal }) =>
      api.call(listCustomers, { query: { sortFields: ["name"], sortOrder: ["asc"] }, signal }),
  });
}

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
    queryKey: ["listRoles", "all", customerId],
    enabled: mayRead === true && customerId !== null,
    queryFn: ({ signal }) => api.call(listRoles, { query: { customerId, ...byName }, signal }),
  });
}

/** All groups of a customer; undefined for people who may not read them. */
export function useGroups(customerId: string | null) {
  const { api } = useServices();
  const mayRead = useCan({ any: [{ area: "group_management", letter: "r" }] });
  return useQuery({
    queryKey: ["listGroups", "all", customerId],
    enabled: mayRead === true && customerId !== null,
    queryFn: ({ signal }) => api.call(listGroups, { query: { customerId, ...byName }, signal }),
  });
}

/**
 * Reloads people, roles and groups after a change: each shows names and counts of the others. Deleted things are not
 * requested again, even if their page is still open.
 */
export function useAccessChanged(): (gone?: readonly string[]) => Promise<void> {
  const queries = useQueryClient();
  return async (gone = []) => {
    const nouns = ["listUsers", "getUser", "listRoles", "getRole", "listGroups", "getGroup"];
    const isThere = ({ queryKey: [, id] }: Query): boolean => !gone.includes(String(id));
    await Promise.all(nouns.map((noun) => queries.invalidateQueries({ queryKey: [noun], predicate: isThere })));
  };
}

/** Drops deleted things from the cache, each once no page shows it: a page that is still there would ask for it again. */
export function useForgetGone(): (gone: readonly string[]) => void {
  const cache = useQueryClient().getQueryCache();
  return (gone) => {
    for (const query of cache.findAll({ predicate: ({ queryKey: [, id] }) => gone.includes(String(id)) })) {
      if (query.getObserversCount() === 0) {
        cache.remove(query);
        continue;
      }
      const stop = cache.subscribe((event) => {
        if (event.query !== query || event.type !== "observerRemoved" || query.getObserversCount() > 0) return;
        stop();
        cache.remove(query);
      });
    }
  };
}
