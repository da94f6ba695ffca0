import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { type LinkedAccounts, linkedAccounts } from "../identityLink/linkedAccounts.ts";
import { type LinkWork, linkWorkFor } from "../identityLink/linkWork.ts";
import type { UserPools } from "../identityLink/userPools.ts";
import type { UnitOfWork } from "../../platform/writes/unitOfWork.ts";
import { accountsRepository } from "./accounts.repository.ts";
import { type UnconfirmedAccounts, unconfirmedAccounts } from "./unconfirmedAccounts.ts";

export interface AccountMaintenance {
  linked: LinkedAccounts;
  work: LinkWork;
  unconfirmed: UnconfirmedAccounts;
  /** Finishes what an earlier process left unfinished, and ends old sign-ups that were never confirmed. */
  settle(): Promise<void>;
}

/** Keeps people's rows and their accounts in the pools in step, for everything that makes, changes or ends either. */
export function accountMaintenance(parts: {
  db: Kysely<Database>;
  pools: UserPools;
  unit: UnitOfWork;
  now(): number;
  problem(error: unknown): void;
}): AccountMaintenance {
  const { db, pools, unit, now, problem } = parts;
  const { pool, userPoolId: poolId } = pools.current;
  const work = linkWorkFor(db, pools, problem);
  const unconfirmed = unconfirmedAccounts({ accounts: accountsRepository(db), pool, poolId, work, unit, now, problem });
  return {
    linked: linkedAccounts(pools),
    work,
    unconfirmed,
    settle: async () => {
      await work.settleAll();
      await unconfirmed.expire();
    },
  };
}
