import type { AccountKeeping } from "../resources/accounts/accountKeeping.ts";
import type { BaseContext } from "./baseContext.ts";

/** How often work on accounts is tried again if the pool was away. */
const settleMs = 60_000;

/**
 * Finishes work on accounts that an earlier process left unfinished. The pool may be our own, which answers only now.
 */
export function settleAccounts(
  keeping: Pick<AccountKeeping, "settle">,
  { every, onStop, problem }: Pick<BaseContext, "every" | "onStop" | "problem">,
): Promise<void> {
  const settling = keeping.settle().catch(problem);
  every(settleMs, keeping.settle);
  onStop(() => settling);
  return settling;
}
