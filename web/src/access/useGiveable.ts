import { type Area, grants, type Letter, type Operation } from "@pulse/contract/access";
import { useAccess } from "../sites/sites.api.ts";
import { useCustomerOperations, useOperations } from "./access.api.ts";

/** Why an operation cannot be given: the customer does not have it, or the giver does not. */
export type Hindrance = "customer" | "giver";

export interface Giveable {
  operations: readonly Operation[];
  hindranceOf(need: { area: Area; letter: Letter }): Hindrance | null;
  /** The ids of those among these operations that may be given. */
  idsOf(operations: readonly Operation[]): string[];
}

/** What may be given in a customer by the person who is signed in; null while that is not known yet. */
export function useGiveable(customerId: string): Giveable | null {
  const { data: operations } = useOperations();
  const { data: ofCustomer } = useCustomerOperations(customerId);
  const { data: own } = useAccess();
  if (operations === undefined || ofCustomer === undefined || own === undefined) return null;
  const hindranceOf: Giveable["hindranceOf"] = (need) =>
    !grants(ofCustomer, need) ? "customer" : !grants(own, need) ? "giver" : null;
  return {
    operations,
    hindranceOf,
    idsOf: (given) => given.filter((operation) => hindranceOf(operation) === null).map(({ id }) => id),
  };
}

/** Those among these ids that may be given. */
export function among({ operations, idsOf }: Giveable, ids: readonly string[]): string[] {
  return idsOf(operations.filter(({ id }) => ids.includes(id)));
}
