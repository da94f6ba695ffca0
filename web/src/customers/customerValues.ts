import type { Customer, CustomerConfig } from "@pulse/contract/customers";
import { defaults } from "@pulse/contract/limits";
import type { SecondFactor } from "@pulse/contract/secondFactors";
import type { Offer } from "./customers.api.ts";

/** The values of a customer's form; an empty text means none. */
export interface CustomerValues extends Record<string, unknown> {
  name: string;
  customerCode: string;
  location: string;
  admin: string;
  /** No second factor chosen means all that can be delivered. */
  config: Omit<CustomerConfig, "secondFactors"> & { secondFactors: SecondFactor[] };
}

/** The values of a customer; a new one starts with everything available. */
export function customerValues(customer: Customer | null, { hardwareTypes, operations }: Offer): CustomerValues {
  const config: CustomerConfig = customer?.config ?? {
    showLocationConfidence: false,
    assetMapTimeoutDay: defaults.assetMapTimeoutDay,
    kkmRingDurationMs: defaults.kkmRingDurationMs,
    availableHardwareTypes: hardwareTypes.map(({ id }) => id),
    availableOperations: operations.map(({ id }) => id),
    geofenceExitTimeout: defaults.geofenceExitTimeoutMin,
    identifierLocationUpdateMechanism: defaults.mechanism,
    signupRoleId: null,
    signupGroupId: null,
    retainLatestPositions: false,
    secondFactors: null,
    requiresSso: false,
    extraNameCharacters: "",
  };
  return {
    name: customer?.name ?? "",
    customerCode: customer?.customerCode ?? "",
    location: customer?.location ?? "",
    admin: customer?.admin ?? "",
    // In a fixed order, so that unticking and ticking a box again is not a change.
    config: {
      ...config,
      secondFactors: config.secondFactors ?? [],
      availableHardwareTypes: chosenOf(hardwareTypes, config.availableHardwareTypes),
      availableOperations: chosenOf(operations, config.availableOperations),
    },
  };
}

/** The body of the values (shapes S5). */
export function customerBody({ name, customerCode, location, admin, config }: CustomerValues): unknown {
  return {
    name,
    customerCode,
    location: location === "" ? null : location,
    admin: admin === "" ? null : admin,
    config: { ...config, secondFactors: config.secondFactors.length === 0 ? null : config.secondFactors },
  };
}

function chosenOf(all: readonly { id: string }[], chosen: readonly string[]): string[] {
  return all.map(({ id }) => id).filter((id) => chosen.includes(id));
}
