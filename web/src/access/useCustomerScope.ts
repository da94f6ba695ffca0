import { useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";
import { useServices } from "../services.tsx";
import { useMe } from "../sites/sites.api.ts";
import { useCustomers } from "./access.api.ts";

export interface CustomerScope {
  /** Whose people, roles and groups are meant; null until that is known. */
  customerId: string | null;
  customerName: string;
  /** Behind a path, so that the page there means the same customer. */
  search: string;
  /** What a superadmin chooses from; null for a customer's own people. */
  choice: { options: readonly { value: string; label: string }[]; choose(customerId: string | null): void } | null;
}

/**
 * The customer whose access is managed: one's own; for a superadmin the one in the address, else the active site's, else
 * the first.
 */
export function useCustomerScope(): CustomerScope {
  const { activeSite } = useServices();
  const { data: me } = useMe();
  const { data: customers } = useCustomers();
  const [search, setSearch] = useSearchParams();
  const active = useSyncExternalStore(activeSite.subscribe, activeSite.current);
  if (me?.isSuperadmin !== true)
    return { customerId: me?.customerId ?? null, customerName: "", search: "", choice: null };

  const asked = search.get("customer");
  const known = customers?.find(({ id }) => id === asked) ?? customers?.find(({ id }) => id === active?.customerId);
  const customer = known ?? customers?.[0];
  return {
    customerId: customer?.id ?? null,
    customerName: customer?.name ?? "",
    search: asked === null ? "" : `?customer=${asked}`,
    choice: {
      options: (customers ?? []).map(({ id, name }) => ({ value: id, label: name })),
      // Another customer's list begins at its first page and without the words that were searched for.
      choose: (customerId) => setSearch(customerId === null ? {} : { customer: customerId }),
    },
  };
}
