import type { Operation } from "@pulse/contract/access";
import { type Customer, listCustomerHardwareTypes } from "@pulse/contract/customers";
import { listHardwareTypes } from "@pulse/contract/gateways";
import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { getOperations } from "@pulse/contract/users";
import { useQuery } from "@tanstack/react-query";
import { useServices } from "../services/services.tsx";

/** What a customer can be given: every gateway type and every operation. */
export interface Offer {
  hardwareTypes: readonly HardwareType[];
  operations: readonly Operation[];
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

/** The gateway types that a customer may use. */
export function useCustomerHardwareTypes({ id, version }: Customer) {
  const { api } = useServices();
  return useQuery({
    queryKey: ["customerHardwareTypes", id, version],
    queryFn: ({ signal }) => api.call(listCustomerHardwareTypes, { params: { id }, signal }),
  });
}
