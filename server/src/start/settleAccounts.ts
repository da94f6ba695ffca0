import type { AccountMaintenance } from "../resources/accounts/accountMaintenance.ts";
import type { BaseContext } from "./baseContext.ts";

/** How often work on accounts is tried again if the pool was away. */
const settleMs = 60_000;

/**
 * Finishes work on accounts that an earlier process left unfinished. The pool may be our own, which answers only now.
 */
export function settleAccounts(
  accountMaintenance: Pick<AccountMaintenance, "settle">,
  { config, every, onStop, problem }: Pick<BaseContext, "config" | "every" | "onStop" | "problem">,
): Promise<void> {
  // The embedded pool answers in the processes that people sign in at.
  if (!config.roles.has("api")) return Promise.resolve();
  const settling = accountMaintenance.settle().catch(problem);
  every(settleMs, accountMaintenance.settle);
  onStop(() => settling);
  return settling;
}
