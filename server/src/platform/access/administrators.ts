import { AppError } from "@pulse/contract/errors";
import type { Writing } from "../writes/record.ts";
import { administrators, lockCustomer } from "./administrators.repository.ts";

/**
 * Runs a change and refuses it when it would leave a customer without anybody who may change its people. It locks the
 * customer, so that two changes at once cannot each count on the other's administrator.
 * @throws {AppError} `last_administrator`
 */
export async function keepingAdministrators<T>(trx: Writing, customerId: string, change: () => Promise<T>): Promise<T> {
  await lockCustomer(trx, customerId);
  const before = await administrators(trx, customerId);
  const result = await change();
  if (before > 0 && (await administrators(trx, customerId)) === 0) throw new AppError("last_administrator");
  return result;
}
