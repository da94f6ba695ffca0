import type { Role } from "@pulse/contract/roles";
import type { CustomerScope } from "./useCustomerScope.ts";

/** Where a new role begins as the copy of another. */
export function duplicateHref({ id }: Pick<Role, "id">, { search }: Pick<CustomerScope, "search">): string {
  const parameters = new URLSearchParams(search);
  parameters.set("from", id);
  return `/access/roles/new?${parameters.toString()}`;
}
