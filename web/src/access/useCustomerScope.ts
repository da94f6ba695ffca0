import type { Customer } from "@pulse/contract/customers";
import { useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";
import { useServices } from "../services.tsx";
import { useMe } from "../session/person.api.ts";
import { useAccessibleSites } from "../sites/sites.api.ts";
import { useCustomers } from "./access.api.ts";

/** What a superadmin chooses from. */
export interface CustomerChoice {
  options: readonly { value: string; label: string }[];
  /** There is no customer yet. */
  isNone: boolean;
  error: Error | null;
  retry(): void;
  choose(customerId: string | null): void;
}

export interface CustomerScope {
  /** Whose people, roles and groups are meant; null until that is known. */
  customerId: string | null;
  customerName: string;
  /** No customer was chosen and there are several: fine for reading, not for writing. */
  isGuess: boolean;
  /** Appended to paths, so that the next page is about the same customer. */
  search: string;
  /** Null for a customer's own people. */
  choice: CustomerChoice | null;
}

/**
 * The customer whose access is managed: one's own; for a superadmin that of the thing which is open, else the one in the
 * address, else the active site's, else the first.
 */
export function useCustomerScope(ofThing: string | null = null): CustomerScope {
  const { data: me } = useMe();
  const { data: customers, error, refetch } = useCustomers();
  const [search, setSearch] = useSearchParams();
  const ofSite = useActiveCustomer();
  if (me?.isSuperadmin !== true)
    return { customerId: me?.customerId ?? null, customerName: "", isGuess: false, search: "", choice: null };
  return {
    ...meantCustomer({ customers: customers ?? [], ofThing, asked: search.get("customer"), ofSite }),
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

interface Hints {
  customers: readonly Pick<Customer, "id" | "name">[];
  ofThing: string | null;
  asked: string | null;
  ofSite: string | null | undefined;
}

function meantCustomer({ customers, ofThing, asked, ofSite }: Hints): Omit<CustomerScope, "choice"> {
  const byId = (wanted: string | null | undefined) => customers.find(({ id }) => id === wanted);
  const said = ofThing === null ? (byId(asked) ?? byId(ofSite)) : { id: ofThing, name: byId(ofThing)?.name ?? "" };
  // Wait for the active site's customer instead of showing another one first.
  const customer = said ?? (ofSite === undefined ? undefined : customers[0]);
  return {
    customerId: customer?.id ?? null,
    customerName: customer?.name ?? "",
    isGuess: said === undefined && customers.length > 1,
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
