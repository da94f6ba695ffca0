import { type Kysely, type Selectable, sql } from "kysely";
import { leaseEnd, isLeaseExpired } from "../../platform/database/lease.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { AccountWorkTable } from "../../platform/database/tables/access.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";
import type { Account, FollowedFacts, Following } from "./linkedAccounts.ts";

/** Work that brings an account in line with its row again. */
export interface LinkNote {
  /** In lower case. */
  email: string;
  work: AccountWorkTable["work"];
  account: Account;
  /** The fields in which the account has to follow. */
  fields?: readonly Following[];
}

export type LinkWorkRepository = ReturnType<typeof linkWorkRepository>;

/**
 * Notes about accounts, each held by one process at a time. `owner` is the calling process. It may take its own notes
 * again, since within a process work on one e-mail takes turns.
 */
export function linkWorkRepository(db: Kysely<Database>) {
  return {
    /** Notes work and holds the note. False: another process is working on this e-mail. */
    note: async (
      noted: LinkNote,
      owner: string,
      ms: number,
      of: Kysely<Database> | WriteTransaction = db,
    ): Promise<boolean> => {
      const { email, work, account, fields = [] } = noted;
      const values = {
        work,
        identity_pool: account.pool,
        identity_sub: account.sub,
        fields: fields.join(","),
        lease: owner,
        leased_until: leaseEnd(ms),
      };
      const row = await of
        .insertInto("account_work")
        .values({ email, ...values })
        .onConflict((conflict) =>
          conflict
            .column("email")
            .doUpdateSet(values)
            .where((eb) => eb.or([eb("account_work.lease", "=", owner), isLeaseExpired("account_work")])),
        )
        .returning("email")
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Takes the note about an e-mail. Null: there is none; `held`: another process has it. */
    claim: async (email: string, owner: string, ms: number): Promise<LinkNote | "held" | null> => {
      const row = await db
        .updateTable("account_work")
        .set({ lease: owner, leased_until: leaseEnd(ms) })
        .where("email", "=", email)
        .where((eb) => eb.or([eb("lease", "=", owner), isLeaseExpired("account_work")]))
        .returningAll()
        .executeTakeFirst();
      if (row) return workOf(row);
      const leased = await db.selectFrom("account_work").select("email").where("email", "=", email).executeTakeFirst();
      return leased ? "held" : null;
    },

    /**
     * Takes the oldest note that nobody holds, except those of these e-mails. Notes that another process is taking are
     * skipped.
     */
    claimNext: async (owner: string, ms: number, except: readonly string[]): Promise<LinkNote | null> => {
      const { rows } = await sql<Selectable<AccountWorkTable>>`
        update account_work set lease = ${owner}, leased_until = ${leaseEnd(ms)}
        where email = (
          select email from account_work
          where ${isLeaseExpired("account_work")} and email <> all(${[...except]}::text[])
          order by since limit 1 for update skip locked
        )
        returning *`.execute(db);
      return rows[0] ? workOf(rows[0]) : null;
    },

    extend: async (email: string, owner: string, ms: number): Promise<void> => {
      await db
        .updateTable("account_work")
        .set({ leased_until: leaseEnd(ms) })
        .where("email", "=", email)
        .where("lease", "=", owner)
        .execute();
    },

    /** Releases a note, so that nobody has to wait for the end of its lease. */
    release: async (email: string, owner: string): Promise<void> => {
      await db
        .updateTable("account_work")
        .set({ lease: null, leased_until: sql<Date>`clock_timestamp()` })
        .where("email", "=", email)
        .where("lease", "=", owner)
        .execute();
    },

    /** Deletes a note, in the transaction that writes the row if there is one. False: it is no longer held. */
    done: async (email: string, owner: string, of: Kysely<Database> | WriteTransaction = db): Promise<boolean> => {
      const { numDeletedRows } = await of
        .deleteFrom("account_work")
        .where("email", "=", email)
        .where("lease", "=", owner)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** The facts of the user who has an account; null: nobody has it. */
    factsOf: async ({ pool, sub }: Account): Promise<FollowedFacts | null> => {
      if (pool === null || sub === null) return null;
      const row = await db
        .selectFrom("users")
        .select(["given_name", "family_name", "phone_number", "phone_number_verified", "mfa_enabled", "active"])
        .where("identity_pool", "=", pool)
        .where("identity_sub", "=", sub)
        .executeTakeFirst();
      return row === undefined
        ? null
        : {
            givenName: row.given_name,
            familyName: row.family_name,
            phoneNumber: row.phone_number,
            phoneNumberVerified: row.phone_number_verified,
            mfaEnabled: row.mfa_enabled,
            enabled: row.active,
          };
    },
  };
}

function workOf(row: Selectable<AccountWorkTable>): LinkNote {
  return {
    email: row.email,
    work: row.work,
    account: { pool: row.identity_pool, sub: row.identity_sub },
    fields: row.fields.split(",").filter((field) => field !== "") as Following[],
  };
}
