import { type Customer, listCustomers } from "@pulse/contract/customers";
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";
import { nounKeys } from "../api/queryKeys.ts";
import { useServices } from "../services/services.tsx";
import { useMe } from "../shell/person.api.ts";
import { useAccessibleSites } from "../sites/sites.api.ts";
import { everywhere, type Scope } from "./Scope.ts";

interface Options {
  /** The customer of the open thing. */
  ofThing?: string | null;
  /** Whether a customer is involved at all; if not, none is loaded. */
  isMeant?: boolean;
}

/**
 * The customer whose things are managed: the person's own; for a superadmin that of the open thing, else the one in the
 * address, else the active site's, else the first.
 */
export function useCustomerScope({ ofThing = null, isMeant = true }: Options = {}): Scope {
  const { data: me } = useMe();
  const { data: customers, error, refetch } = useCustomers(isMeant);
  const [search, setSearch] = useSearchParams();
  const ofSite = useActiveCustomer();
  if (me?.isSuperadmin !== true) {
    const customerId = ofThing ?? me?.customerId ?? null;
    return { ...everywhere, customerId, isKnown: customerId !== null };
  }
  return {
    ...meantCustomer({ customers: customers ?? [], ofThing, requested: search.get("customer"), ofSite }),
    choice: {
      options: (customers ?? []).map(({ id, name }) => ({ value: id, label: name })),
      isNone: customers?.length === 0,
      error: customers === undefined ? error : null,
      retry: () => void refetch(),
      // Another customer's list starts at its first page, without the search.
      choose: (customerId) => setSearch(customerId === null ? {} : { customer: customerId }),
    },
  };
}

/** All customers, for people who may act in any of them. */
function useCustomers(isMeant: boolean) {
  const { api } = useServices();
  const { data: me } = useMe();
  return useQuery({
    queryKey: nounKeys("customers", null).names,
    enabled: isMeant && me?.isSuperadmin === true,
    queryFn: async ({ signal }) =>
      api.call(listCustomers, { query: { sortFields: ["name"], sortOrder: ["asc"] }, signal }),
  });
}

interface Hints {
  customers: readonly Pick<Customer, "id" | "name">[];
  ofThing: string | null;
  requested: string | null;
  ofSite: string | null | undefined;
}

function meantCustomer({ customers, ofThing, requested, ofSite }: Hints): Omit<Scope, "choice"> {
  const byId = (customerId: string | null | undefined) => customers.find(({ id }) => id === customerId);
  const explicit =
    ofThing === null ? (byId(requested) ?? byId(ofSite)) : { id: ofThing, name: byId(ofThing)?.name ?? "" };
  // Wait for the active site's customer instead of showing another one first.
  const customer = explicit ?? (ofSite === undefined ? undefined : customers[0]);
  return {
    ...everywhere,
    customerId: customer?.id ?? null,
    isKnown: customer !== undefined,
    customerName: customer?.name ?? "",
    isGuess: explicit === undefined && customers.length > 1,
    search: customer === undefined ? "" : `?customer=${customer.id}`,
  };
}

/** The active site's customer; null without one, undefined while it is not known: a stored site is only an id at first. */
function useActiveCustomer(): string | null | undefined {
  const { activeSite } = useServices();
  const { data: sites, isError } = useAccessibleSites();
  const active = useSyncExternalStore(activeSite.subscribe, activeSite.current);
  if (active === null || active.customerId !== null) return active?.customerId ?? null;
  if (sites === undefined) return isError ? null : undefined;
  return sites.find(({ id }) => id === active.siteId)?.customerId ?? null;
}
