import type { Area, Operation } from "@pulse/contract/access";
import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";

/** All operations, and which of them a customer has. */
export interface CustomerOperations {
  all: Operation[];
  available: ReadonlySet<string>;
}

export async function operationsOf(db: Kysely<Database>, customerId: string): Promise<CustomerOperations> {
  const rows = await db.selectFrom("operations").selectAll().orderBy("id").execute();
  const customer = await db.selectFrom("customers").select("config").where("id", "=", customerId).executeTakeFirst();
  const all = rows.map((row) => ({ ...row, area: row.area as Area }));
  // A customer that was never limited has all 42 (shapes S5).
  return { all, available: new Set(customer?.config.availableOperations ?? all.map(({ id }) => id)) };
}
