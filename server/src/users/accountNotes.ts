import { type Kysely, sql } from "kysely";
import type { AccountWorkTable, Database } from "../adapters/database/schema.ts";
import type { Account, Following } from "./personAccounts.ts";

/** What is to be done to an account so that it goes with its row again. */
export interface NotedWork {
  email: string;
  work: AccountWorkTable["work"];
  account: Account;
  /** What the account has to follow in. */
  fields?: readonly Following[];
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
