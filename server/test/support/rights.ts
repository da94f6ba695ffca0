import type { Area, Letter } from "@pulse/contract/access";
import { v7 as uuidv7 } from "uuid";
import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import { aToken } from "./builders.ts";
import type { TestPulse } from "./testPulse.ts";

/** `"user_management.u"` and the like. */
export type Right = `${Area}.${Letter}`;

let serial = 0;

/** The ids of operations, in the order of their names given here. */
export async function operationIds(pulse: TestPulse, rights: readonly Right[]): Promise<string[]> {
  const all = await pulse.db.selectFrom("operations").selectAll().execute();
  return rights.map((right) => all.find(({ area, letter }) => `${area}.${letter}` === right)!.id);
}

/** A role with exactly these operations. */
export async function aRole(
  pulse: TestPulse,
  customer: NewCustomer,
  rights: readonly Right[],
  name = `Role ${++serial}`,
) {
  const id = uuidv7();
  await pulse.db.insertInto("roles").values({ id, customer_id: customer.id, name }).execute();
  const rows = (await operationIds(pulse, rights)).map((operation) => ({ role_id: id, operation_id: operation }));
  if (rows.length > 0) await pulse.db.insertInto("role_operations").values(rows).execute();
  return id;
}

/** A signed-in person with exactly these operations, on these sites or on all. */
export async function tokenWith(
  pulse: TestPulse,
  customer: NewCustomer,
  rights: readonly Right[],
  options: { siteIds?: string[] } = {},
): Promise<string> {
  const roleId = await aRole(pulse, customer, rights);
  return aToken(pulse, { ...customer, roleIds: { ...customer.roleIds, Viewer: roleId } }, "Viewer", options);
}
