import type { Role } from "@pulse/contract/roles";
import type { Scope } from "../entity/Scope.ts";

/** The address of a new role that starts as a copy. */
export function duplicateHref({ id }: Pick<Role, "id">, { search }: Pick<Scope, "search">): string {
  const parameters = new URLSearchParams(search);
  parameters.set("from", id);
  return `/access/roles/new?${parameters.toString()}`;
}
