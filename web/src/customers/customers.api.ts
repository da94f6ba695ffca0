import type { Operation } from "@pulse/contract/access";
import { type Customer, getCustomer } from "@pulse/contract/customers";
import { type HardwareType, listHardwareTypes } from "@pulse/contract/gateways";
import { listGroups } from "@pulse/contract/groups";
import { listRoles } from "@pulse/contract/roles";
import { getOperations } from "@pulse/contract/users";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useServices } from "../services.tsx";

/** What a customer can be given: every gateway type and every operation. */
export interface Offer {
  hardwareTypes: readonly HardwareType[];
  operations: readonly Operation[];
}

/** One customer; asked for only where there is an id. */
export function useCustomer(id: string | undefined) {
  const { api } = useServices();
  return useQuery({
    queryKey: ["customer", id],
    queryFn: ({ signal }) => api.call(getCustomer, { params: { id: id ?? "" }, signal }),
    enabled: id !== undefined,
  });
}

/** What customers can be given; the same for all of them. */
export function useOffer() {
  const { api } = useServices();
  return useQuery({
    queryKey: ["customerOffer"],
    queryFn: async ({ signal }): Promise<Offer> => {
      const [hardwareTypes, operations] = await Promise.all([
        api.call(listHardwareTypes, { signal }),
        api.call(getOperations, { signal }),
      ]);
      return { hardwareTypes, operations };
    },
    staleTime: Infinity,
  });
}

/** The roles and groups of a customer, for people who sign up with its code. */
export function useSignUpChoices(customerId: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: ["signUpChoices", customerId],
    queryFn: async ({ signal }) => {
      const call = { query: { customerId, sortFields: ["name"], sortOrder: ["asc"] }, signal };
      const [roles, groups] = await Promise.all([api.call(listRoles, call), api.call(listGroups, call)]);
      return { roles, groups };
    },
  });
}

/** Updates every screen after a customer has changed. */
export function useCustomerCache() {
  const queries = useQueryClient();
  const listsChanged = (): void => {
    for (const queryKey of [["listCustomers"], ["accessibleSites"]]) void queries.invalidateQueries({ queryKey });
  };
  return {
    put: (customer: Customer): void => {
      // Only the answer to the creation carries the password; it is not cached.
      const { mqttPassword: _, ...known } = customer;
      queries.setQueryData(["customer", customer.id], known);
      listsChanged();
    },
    drop: (id: string): void => {
      queries.removeQueries({ queryKey: ["customer", id] });
      listsChanged();
    },
  };
}
