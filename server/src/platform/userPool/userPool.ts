import { accountCalls } from "./accountCalls.ts";
import { codeCalls } from "./codeCalls.ts";
import { factorCalls } from "./factorCalls.ts";
import { poolClient, type UserPoolOptions } from "./poolClient.ts";

export type { Invitation, PoolUser } from "./accountCalls.ts";
export type UserPool = ReturnType<typeof userPool>;

/**
 * A user pool through Amazon's own SDK: the same calls go to Amazon and to the embedded endpoint, which differ only in
 * address and credentials. Refusals come as AppErrors of the catalogue.
 */
export function userPool(options: UserPoolOptions) {
  const pool = poolClient(options);
  return { ...codeCalls(pool), ...accountCalls(pool), ...factorCalls(pool), close: () => pool.client.destroy() };
}
