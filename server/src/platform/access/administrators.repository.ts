import { sql } from "kysely";
import type { WriteTransaction } from "../writes/record.ts";

/** Holds a customer's row until the transaction ends. */
export async function lockCustomer(trx: WriteTransaction, customerId: string): Promise<void> {
  await trx.selectFrom("customers").select("id").where("id", "=", customerId).forUpdate().execute();
}

/** How many people of a customer have user_management u, by their role and by the operations that the customer has. */
export async function countAdministrators(trx: WriteTransaction, customerId: string): Promise<number> {
  const { count } = await trx
    .selectFrom("users as u")
    .innerJoin("customers as c", "c.id", "u.customer_id")
    .innerJoin("role_operations as r", "r.role_id", "u.role_id")
    .innerJoin("operations as o", "o.id", "r.operation_id")
    .where("u.customer_id", "=", customerId)
    .where("u.is_superadmin", "=", false)
    .where("u.active", "=", true)
    .where("o.area", "=", "user_management")
    .where("o.letter", "=", "u")
    .where(
      sql<boolean>`(c.config -> 'availableOperations' is null or c.config -> 'availableOperations' @> to_jsonb(o.id::text))`,
    )
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
