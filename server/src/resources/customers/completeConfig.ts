import { CustomerConfig } from "@pulse/contract/customers";

/** A customer's config with the contract's defaults for what was never set. A setting's older name counts as well. */
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
