import { AppError } from "@pulse/contract/errors";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import { transaction } from "../adapters/database/transaction.ts";

/**
 * Runs a change in a transaction that does not leave a customer without anybody who may change its people. Changes of one
 * customer take turns here, so that two at once cannot each count on the other's administrator.
 * @throws {AppError} `last_administrator`
 */
export function keepingAdministrators<T>(
  db: Kysely<Database>,
  customerId: string,
  change: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return transaction(db, async (trx) => {
    await trx.selectFrom("customers").select("id").where("id", "=", customerId).forUpdate().execute();
    const before = await administrators(trx, customerId);
    const result = await change(trx);
    if (before > 0 && (await administrators(trx, customerId)) === 0) throw new AppError("last_administrator");
    return result;
  });
}

/** How many people of a customer have user_management u, by their role and by what the customer has. */
async function administrators(trx: Transaction<Database>, customerId: string): Promise<number> {
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
