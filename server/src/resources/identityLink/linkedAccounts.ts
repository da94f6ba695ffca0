import { randomBytes } from "node:crypto";
import type { Invitation, PoolUser } from "../../platform/userPool/userPool.ts";
import type { TrustedUserPool, UserPools } from "./userPools.ts";

/** The account that a user is linked to. */
export interface Account {
  pool: string | null;
  sub: string | null;
}

/** What a user's row and account both contain. */
export type AccountFacts = Pick<
  PoolUser,
  "givenName" | "familyName" | "phoneNumber" | "phoneNumberVerified" | "mfaEnabled"
>;

/** The same, and whether the person may sign in. */
export type FollowedFacts = AccountFacts & { enabled?: boolean };

export type SilentPerson = Pick<PoolUser, "email" | "givenName" | "familyName">;

/** What may have to be brought up to date in an account: facts of its row, or a change of its second factor. */
export type Following = keyof AccountFacts | "enabled" | "secondFactorOn" | "secondFactorReset";

/** Users' accounts in the user pools. */
export interface LinkedAccounts {
  /** The pool in which new accounts are made. */
  currentPool: string;
  /** Null: the pool has no account for this e-mail, or no longer exists. */
  find(pool: string | null, email: string): Promise<Account | null>;
  /** Makes an account in the current pool, which mails a temporary password. */
  invite(
    person: Pick<AccountFacts, "givenName" | "familyName" | "phoneNumber"> & { email: string; locale: string },
    password: string | null,
    invitation: Invitation,
  ): Promise<Account>;
  resendInvitation(account: Account, email: string, invitation: Invitation): Promise<void>;
  /**
   * Brings an account up to date: the named facts as its row has them (`facts` null: it has no row), the second factor
   * on again, or reset. If the account is gone, nothing happens.
   */
  follow(account: Account, facts: FollowedFacts | null, what: readonly Following[]): Promise<void>;
  /** Gives an account another address, which its owner need not prove. */
  setEmail(account: Account, email: string): Promise<void>;
  /** Makes an account for somebody who needs no password, since their company confirms them. No mail is sent. */
  makeSilently(person: SilentPerson): Promise<Account>;
  /** Switches the second factor of an account off. */
  pauseSecondFactor(account: Account): Promise<void>;
  /** Ends an account and all its sessions; one that is gone already is no fault. */
  remove(account: Account): Promise<void>;
}

const isFact = (field: Following): field is keyof AccountFacts =>
  field !== "enabled" && field !== "secondFactorOn" && field !== "secondFactorReset";

export function linkedAccounts({ current, legacy }: UserPools): LinkedAccounts {
  const poolOf = (id: string | null): TrustedUserPool | undefined =>
    [current, legacy].find((one): one is TrustedUserPool => one?.userPoolId === id);
  return {
    currentPool: current.userPoolId,
    find: async (pool, email) => {
      const found = (await poolOf(pool)?.pool.find(email)) ?? null;
      return found && { pool, sub: found.sub };
    },
    invite: async (person, password, invitation) => ({
      pool: current.userPoolId,
      sub: await current.pool.invite(person, password, invitation),
    }),
    resendInvitation: async (account, email, invitation) => {
      await poolOf(account.pool)?.pool.resendInvitation(email, invitation);
    },
    follow: async ({ pool: id, sub }, facts, what) => {
      const pool = poolOf(id)?.pool;
      const has = pool === undefined || sub === null ? null : await pool.find(sub);
      if (pool === undefined || has === null) return;
      if (what.includes("secondFactorReset")) await pool.resetSecondFactor(has.sub);
      else if (what.includes("secondFactorOn") && has.phoneNumberVerified) await pool.enableSmsMfa(has.sub);
      if (facts === null) return;
      if (what.includes("enabled") && facts.enabled !== undefined) await pool.setEnabled(has.sub, facts.enabled);
      const differ = what.filter((field) => isFact(field)).filter((field) => has[field] !== facts[field]);
      const { phoneNumberVerified, mfaEnabled } = facts;
      await pool.change(has.sub, {
        ...Object.fromEntries(differ.map((field) => [field, facts[field]])),
        ...(differ.includes("phoneNumber") ? { phoneNumberVerified } : {}),
      });
      if (what.includes("phoneNumber") && mfaEnabled && !has.mfaEnabled) await pool.enableSmsMfa(has.sub);
    },
    setEmail: async ({ pool, sub }, email) => {
      if (sub !== null) await poolOf(pool)?.pool.setEmail(sub, email);
    },
    makeSilently: async (person) => ({
      pool: current.userPoolId,
      sub: await current.pool.adopt(
        { ...person, emailVerified: true, phoneNumber: null, phoneNumberVerified: false },
        { kind: "old", text: unknownPassword() },
      ),
    }),
    pauseSecondFactor: async ({ pool, sub }) => {
      if (sub !== null) await poolOf(pool)?.pool.disableSmsMfa(sub);
    },
    remove: async ({ pool: id, sub }) => {
      const pool = poolOf(id)?.pool;
      if (pool === undefined || sub === null || (await pool.find(sub)) === null) return;
      await pool.remove(sub);
    },
  };
}

/** Nobody knows it; whoever wants a password sets one by a mail to the address. */
const unknownPassword = (): string => `Aa1-${randomBytes(32).toString("base64url")}`;
