import { CustomerConfig } from "@pulse/contract/customers";

/** What a customer's config says, with the contract's defaults for what was never set. */
export function completeConfig(
  stored: Partial<CustomerConfig>,
  everything: { hardwareTypes: string[]; operations: string[] },
): CustomerConfig {
  return CustomerConfig.parse({
    availableHardwareTypes: everything.hardwareTypes,
    availableOperations: everything.operations,
    ...stored,
  });
}
