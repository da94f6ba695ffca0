import type { CustomerConfig } from "@pulse/contract/customers";
import type { SecondFactor } from "@pulse/contract/secondFactors";

/** A person's second factors as their customer's settings have them. */
export interface PersonFactors {
  secondFactors: SecondFactor[];
  secondFactorRequired: boolean;
}

/**
 * What a person may use as a second factor: what can be delivered and their customer accepts. A customer that names
 * factors requires one of them; superadmins belong to no customer and may use all.
 * @param config their customer's settings; null: there is no customer
 */
export function personFactors(
  deliverable: readonly SecondFactor[],
  config: Partial<Pick<CustomerConfig, "secondFactors">> | null,
): PersonFactors {
  const accepted = config?.secondFactors ?? null;
  return {
    secondFactors: deliverable.filter((factor) => accepted?.includes(factor) ?? true),
    secondFactorRequired: accepted !== null,
  };
}
