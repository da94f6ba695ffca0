import { AppError } from "@pulse/contract/errors";
import type { WriteTransaction } from "../writes/record.ts";
import { countAdministrators, lockCustomer } from "./administrators.repository.ts";

/**
 * Runs a change and refuses it when it would leave a customer without anybody who may change its people. It locks the
 * customer, so that two changes at once cannot each count on the other's administrator.
 * @throws {AppError} `last_administrator`
 */
export async function withAdministratorCheck<T>(
  trx: WriteTransaction,
  customerId: string,
  change: () => Promise<T>,
): Promise<T> {
  await lockCustomer(trx, customerId);
  const countBefore = await countAdministrators(trx, customerId);
  const result = await change();
  if (countBefore > 0 && (await countAdministrators(trx, customerId)) === 0) throw new AppError("last_administrator");
  return result;
}
