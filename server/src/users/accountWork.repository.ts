import type { Kysely } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import { type NotedWork, noteWork, workDone } from "./accountNotes.ts";
import type { Account, AccountFacts, Following } from "./personAccounts.ts";

export type AccountWorkRepository = ReturnType<typeof accountWorkRepository>;

export function accountWorkRepository(db: Kysely<Database>) {
  return {
    note: (work: NotedWork) => noteWork(db, work),
    done: (email: string) => workDone(db, email),

    of: async (email: string): Promise<NotedWork | null> => {
      const row = await db.selectFrom("account_work").selectAll().where("email", "=", email).executeTakeFirst();
      if (row === undefined) return null;
      const fields = row.fields.split(",").filter((field) => field !== "") as Following[];
      return { email, work: row.work, account: { pool: row.identity_pool, sub: row.identity_sub }, fields };
    },

    emails: async (): Promise<string[]> =>
      (await db.selectFrom("account_work").select("email").orderBy("since").execute()).map(({ email }) => email),

    /** What is known here of whom an account belongs to; null: nobody's. */
    factsOf: async ({ pool, sub }: Account): Promise<AccountFacts | null> => {
      if (pool === null || sub === null) return null;
      const row = await db
        .selectFrom("users")
        .select(["given_name", "family_name", "phone_number", "phone_number_verified", "mfa_enabled"])
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
          };
    },
  };
}
