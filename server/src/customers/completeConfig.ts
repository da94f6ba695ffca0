import { CustomerConfig } from "@pulse/contract/customers";

/** What a customer's config says, with the contract's defaults for what was never set; an older name counts for its heir. */
export function completeConfig(
  stored: Partial<CustomerConfig> & { showNearestGateway?: unknown },
  everything: { hardwareTypes: string[]; operations: string[] },
): CustomerConfig {
  const { showNearestGateway, ...config } = stored;
  return CustomerConfig.parse({
    availableHardwareTypes: everything.hardwareTypes,
    availableOperations: everything.operations,
    ...(showNearestGateway === undefined ? {} : { showLocationConfidence: showNearestGateway }),
    ...config,
  });
}
