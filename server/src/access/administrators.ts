import { AppError } from "@pulse/contract/errors";
import { sql } from "kysely";
import type { Writing } from "../writes/record.ts";

/**
 * Runs a change that does not leave a customer without anybody who may change its people. Changes of one
 * customer take turns here, so that two at once cannot each count on the other's administrator.
 * @throws {AppError} `last_administrator`
 */
export async function keepingAdministrators<T>(trx: Writing, customerId: string, change: () => Promise<T>): Promise<T> {
  await trx.selectFrom("customers").select("id").where("id", "=", customerId).forUpdate().execute();
  const before = await administrators(trx, customerId);
  const result = await change();
  if (before > 0 && (await administrators(trx, customerId)) === 0) throw new AppError("last_administrator");
  return result;
}

/** How many people of a customer have user_management u, by their role and by what the customer has. */
async function administrators(trx: Writing, customerId: string): Promise<number> {
  const { count } = await trx
    .selectFrom("users as u")
    .innerJoin("customers as c", "c.id", "u.customer_id")
    .innerJoin("role_operations as r", "r.role_id", "u.role_id")
    .innerJoin("operations as o", "o.id", "r.operation_id")
    .where("u.customer_id", "=", customerId)
    .where("u.is_superadmin", "=", false)
    .where("o.area", "=", "user_management")
    .where("o.letter", "=", "u")
    .where(
      sql<boolean>`(c.config -> 'availableOperations' is null or c.config -> 'availableOperations' @> to_jsonb(o.id::text))`,
    )
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
