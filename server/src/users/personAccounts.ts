import { AppError } from "@pulse/contract/errors";
import type { TrustedUserPool, UserPools } from "../accounts/userPools.ts";

/** Where somebody's account is. */
export interface Account {
  pool: string | null;
  sub: string | null;
}

export interface AccountFacts {
  givenName: string;
  familyName: string;
  phoneNumber: string | null;
}

/** People's accounts in the user pools. */
export interface PersonAccounts {
  /** A new account in the current pool, whose temporary password is mailed. Leaves nothing behind when it fails. */
  invite(person: AccountFacts & { email: string }, password: string | null): Promise<{ pool: string; sub: string }>;
  inviteAgain(account: Account, email: string): Promise<void>;
  change(account: Account, facts: Partial<AccountFacts>): Promise<void>;
  /** Ends an account with all its sessions; one that is gone already is fine. */
  remove(account: Account): Promise<void>;
}

export function personAccounts({ current, legacy }: UserPools): PersonAccounts {
  const poolOf = ({ pool }: Account): TrustedUserPool | undefined =>
    [current, legacy].find((one): one is TrustedUserPool => one?.userPoolId === pool);
  return {
    invite: async (person, password) => {
      try {
        return { pool: current.userPoolId, sub: await current.pool.invite(person, password) };
      } catch (error) {
        // The account is there, but nobody was told of it.
        const untold = error instanceof AppError && error.code === "code_delivery_failure";
        const made = untold ? await current.pool.find(person.email) : null;
        if (made !== null) await current.pool.remove(made.sub);
        throw error;
      }
    },
    inviteAgain: async (account, email) => {
      await poolOf(account)?.pool.inviteAgain(email);
    },
    change: async (account, facts) => {
      if (account.sub !== null) await poolOf(account)?.pool.change(account.sub, facts);
    },
    remove: async (account) => {
      const pool = poolOf(account)?.pool;
      if (pool === undefined || account.sub === null || (await pool.find(account.sub)) === null) return;
      await pool.remove(account.sub);
    },
  };
}
