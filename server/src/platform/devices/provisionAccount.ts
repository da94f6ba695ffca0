import { AppError } from "@pulse/contract/errors";
import type { BrokerAccount } from "../broker/broker.ts";
import type { WriteTransaction } from "../writes/record.ts";
import { deviceAccounts } from "./deviceSignIn.ts";

/**
 * Sends credentials that were just written to an external broker, as the last step before they are committed: if it
 * does not accept them, they are not written either. An embedded broker asks the database.
 */
export type ProvisionAccount = (trx: WriteTransaction, username: string, password: string) => Promise<void>;

export function accountProvisioner(broker: {
  needsAccounts: boolean;
  provisionAccount(account: BrokerAccount & { password: string }): Promise<void>;
}): ProvisionAccount {
  return async (trx, username, password) => {
    if (!broker.needsAccounts) return;
    const account = await deviceAccounts(trx).find(username);
    if (account === null) return;
    try {
      await broker.provisionAccount({ ...account, password });
    } catch (error) {
      throw new AppError("service_unavailable", { cause: error, headers: { "retry-after": "5" } });
    }
  };
}
