import { type Area, grants, type Letter, type Operation } from "@pulse/contract/access";
import { useAccess } from "../shell/person.api.ts";
import { useCustomerOperations, useOperations } from "./access.api.ts";

/** Why an operation cannot be granted: the customer does not have it, or the signed-in person does not. */
export type BlockedBy = "customer" | "self";

export interface Grantable {
  operations: readonly Operation[];
  blockedBy(need: { area: Area; letter: Letter }): BlockedBy | null;
  /** The ids of the operations that may be granted. */
  grantableIds(operations: readonly Operation[]): string[];
}

/** What the signed-in person may grant in a customer; null while loading. */
export function useGrantable(customerId: string | null): Grantable | null {
  const { data: operations } = useOperations();
  const { data: ofCustomer } = useCustomerOperations(customerId);
  const { data: own } = useAccess();
  if (operations === undefined || ofCustomer === undefined || own === undefined) return null;
  const blockedBy: Grantable["blockedBy"] = (need) =>
    !grants(ofCustomer, need) ? "customer" : !grants(own, need) ? "self" : null;
  return {
    operations,
    blockedBy,
    grantableIds: (grantedIds) => grantedIds.filter((operation) => blockedBy(operation) === null).map(({ id }) => id),
  };
}

/** The ids of this list that may be granted. */
export function onlyGrantable({ operations, grantableIds }: Grantable, ids: readonly string[]): string[] {
  return grantableIds(operations.filter(({ id }) => ids.includes(id)));
}
