import type { Customer, CustomerBody, CustomerChange, CustomerConfig } from "@pulse/contract/customers";
import type { AppError } from "@pulse/contract/errors";
import type { Mechanism } from "@pulse/contract/fields";
import { toSnakeKey } from "@pulse/contract/wire";
import type { z } from "zod";
import { withConstraintRefusals, notUnique, inUse, invalidValues } from "../../platform/access/refusals.ts";
import type { CustomersRepository, CustomerValues } from "./customers.repository.ts";

type SentCustomer = Omit<z.output<typeof CustomerChange>, "version"> | z.output<typeof CustomerBody>;

/**
 * The config that a body sets. The mechanism may be given under either of two names. If somebody sends back a whole
 * customer and changed one of the two, that one counts; when a customer is created, two different values are refused.
 */
export function configIn(sent: SentCustomer, stored?: Mechanism): Partial<CustomerConfig> {
  const { locationUpdateMechanism: outside, config = {} } = sent;
  const inside: Mechanism | undefined = config.identifierLocationUpdateMechanism;
  const differ = outside !== undefined && inside !== undefined && outside !== inside;
  if (differ && stored === undefined)
    throw invalidValues([
      { path: "location_update_mechanism", message: "must be the same as config.identifier_location_update_mechanism" },
    ]);
  const mechanism = differ && outside === stored ? inside : (outside ?? inside);
  return definedOnly({ ...config, identifierLocationUpdateMechanism: mechanism });
}

/** The values after a change: what was left out stays, inside the config too. */
export function changedValues(stored: Customer, sent: SentCustomer, config: Partial<CustomerConfig>): CustomerValues {
  return {
    name: sent.name ?? stored.name,
    location: sent.location === undefined ? stored.location : sent.location,
    admin: (sent.admin === undefined ? stored.admin : sent.admin) ?? null,
    customerCode: sent.customerCode ?? stored.customerCode!,
    config: { ...stored.config, ...config },
  };
}

/** A customer's fields and its config's fields side by side, so that two states can be compared. */
export function fieldsOf(
  values: { [K in Exclude<keyof CustomerValues, "config">]?: CustomerValues[K] | undefined } & {
    config: Partial<CustomerConfig>;
  },
): Record<string, unknown> {
  const { config, ...rest } = values;
  const { identifierLocationUpdateMechanism: locationUpdateMechanism, ...others } = config;
  return definedOnly({
    name: rest.name,
    location: rest.location,
    admin: rest.admin,
    customerCode: rest.customerCode,
    locationUpdateMechanism,
    ...Object.fromEntries(Object.entries(others).map(([key, value]) => [`config.${key}`, value])),
  });
}

/**
 * Refuses ids in a config that do not exist, and a sign-in as the only one that nobody has come through yet.
 * @param customerId null: the customer is being created, so no role or group can be its own
 */
export async function refuseUnknownIds(
  customers: CustomersRepository,
  customerId: string | null,
  config: Partial<CustomerConfig>,
): Promise<void> {
  const known = await customers.everything();
  const faults: { path: string; message: string }[] = [];
  for (const [key, ids] of [
    ["availableHardwareTypes", known.hardwareTypes],
    ["availableOperations", known.operations],
  ] as const)
    for (const [index, id] of (config[key] ?? []).entries())
      if (!ids.includes(id)) faults.push({ path: `config.${toSnakeKey(key)}[${index}]`, message: "does not exist" });
  const { signupRoleId = null, signupGroupId = null } = config;
  const owns =
    customerId === null
      ? { role: signupRoleId === null, group: signupGroupId === null }
      : await customers.owns(customerId, signupRoleId, signupGroupId);
  if (!owns.role) faults.push({ path: "config.signup_role_id", message: "is not a role of this customer" });
  if (!owns.group) faults.push({ path: "config.signup_group_id", message: "is not a group of this customer" });
  if (config.requiresSso === true && !(customerId !== null && (await customers.mayRequireSso(customerId))))
    faults.push({
      path: "config.requires_sso",
      message: "can be turned on once somebody has signed in this way, or tested it",
    });
  if (faults.length > 0) throw invalidValues(faults);
}

const unique = {
  customers_name_key: () => notUnique("name", "Customer"),
  customers_code_key: () => notUnique("customer_code", "Customer code"),
  users_email_key: () => notUnique("admin", "E-mail"),
};

/** The catalogue's 409 for a value that is taken. */
export const uniquenessRefusal = (constraint: keyof typeof unique): AppError => unique[constraint]();

/** Runs a write. A name or a code that is taken becomes `already_exists`. */
export const withUniquenessRefusals = <T>(write: () => Promise<T>): Promise<T> => withConstraintRefusals(unique, write);

/** The object without its undefined values. */
function definedOnly<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** The refusal to delete a customer that still has sites. */
export const hasSites = (customer: Customer): AppError => inUse("Customer", [{ path: "sites", items: customer.sites }]);
