import { type Kysely, sql } from "kysely";
import type { AccountWorkTable, Database } from "../adapters/database/schema.ts";
import type { Account, AccountFacts } from "./personAccounts.ts";

export type AccountWorkRepository = ReturnType<typeof accountWorkRepository>;

/** What is to be done to an account so that it goes with its row again. */
interface NotedWork {
  email: string;
  work: AccountWorkTable["work"];
  account: Account;
  /** What the account has to follow in. */
  fields?: readonly (keyof AccountFacts)[];
}

export function accountWorkRepository(db: Kysely<Database>) {
  return {
    note: (work: NotedWork) => noteWork(db, work),
    done: (email: string) => workDone(db, email),

    of: async (email: string): Promise<NotedWork | null> => {
      const row = await db.selectFrom("account_work").selectAll().where("email", "=", email).executeTakeFirst();
      if (row === undefined) return null;
      const fields = row.fields.split(",").filter((field) => field !== "") as (keyof AccountFacts)[];
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

/** Notes what an account needs, in the transaction that changes the row; what it has to follow in adds up. */
export async function noteWork(db: Kysely<Database>, { email, work, account, fields = [] }: NotedWork): Promise<void> {
  const values = { work, identity_pool: account.pool, identity_sub: account.sub, fields: fields.join(",") };
  await db
    .insertInto("account_work")
    .values({ email: email.toLowerCase(), ...values })
    .onConflict((conflict) =>
      conflict.column("email").doUpdateSet({
        ...values,
        fields: sql<string>`case account_work.work when 'follow' then account_work.fields || ',' || excluded.fields else excluded.fields end`,
      }),
    )
    .execute();
}

/** Strikes out what was noted, in the transaction that writes the row where there is one. */
export async function workDone(db: Kysely<Database>, email: string): Promise<void> {
  await db.deleteFrom("account_work").where("email", "=", email.toLowerCase()).execute();
}
