import type { CustomerConfig } from "@pulse/contract/customers";
import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "../../platform/database/schema.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";

export type AccountsRepository = ReturnType<typeof accountsRepository>;

export function accountsRepository(db: Kysely<Database>) {
  return {
    customerByCode: async (code: string): Promise<{ id: string; config: Partial<CustomerConfig> } | null> => {
      const row = await db
        .selectFrom("customers")
        .select(["id", "config"])
        .where("customer_code", "=", code.toUpperCase())
        .executeTakeFirst();
      return row ?? null;
    },

    isEmailTaken: async (email: string): Promise<boolean> =>
      (await db
        .selectFrom("users")
        .select("id")
        .where((eb) => eb(eb.fn("lower", ["email"]), "=", email))
        .executeTakeFirst()) !== undefined,

    /** Inserts the row for an account that has just been made. */
    insert: async (
      trx: WriteTransaction,
      user: {
        customerId: string;
        pool: string;
        sub: string;
        email: string;
        givenName: string;
        familyName: string;
        roleId: string | null;
        groupId: string | null;
      },
    ): Promise<string> => {
      const id = uuidv7();
      await trx
        .insertInto("users")
        .values({
          id,
          customer_id: user.customerId,
          identity_pool: user.pool,
          identity_sub: user.sub,
          email: user.email,
          given_name: user.givenName,
          family_name: user.familyName,
          role_id: user.roleId,
          user_group_id: user.groupId,
          status: "unconfirmed",
        })
        .execute();
      return id;
    },

    /** A person as the audit log names them; null: no user has this e-mail. */
    person: async (of: Kysely<Database>, email: string): Promise<{ id: string; customerId: string | null } | null> => {
      const row = await of
        .selectFrom("users")
        .select(["id", "customer_id"])
        .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.toLowerCase()))
        .executeTakeFirst();
      return row ? { id: row.id, customerId: row.customer_id } : null;
    },

    confirm: async (trx: WriteTransaction, email: string): Promise<void> => {
      await trx
        .updateTable("users")
        .set({ status: "active", updated_at: new Date() })
        .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.toLowerCase()))
        .where("status", "=", "unconfirmed")
        .execute();
    },

    /** The e-mails of people who signed up before this moment and, as far as we know, never confirmed. */
    unconfirmedBefore: async (before: Date): Promise<string[]> =>
      (
        await db
          .selectFrom("users")
          .select("email")
          .where("status", "=", "unconfirmed")
          .where("created_at", "<", before)
          .execute()
      ).map(({ email }) => email),

    /** Deletes the row of an unconfirmed sign-up. Null: there was none. */
    endUnconfirmed: async (
      trx: WriteTransaction,
      email: string,
      pool: string,
    ): Promise<{ id: string; customerId: string | null } | null> => {
      const row = await trx
        .deleteFrom("users")
        .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.toLowerCase()))
        .where("status", "=", "unconfirmed")
        .where("identity_pool", "=", pool)
        .returning(["id", "customer_id as customerId"])
        .executeTakeFirst();
      return row ?? null;
    },

    /** The id of the user who has this account; null: nobody has it. */
    idOf: async (pool: string, sub: string): Promise<string | null> => {
      const row = await db
        .selectFrom("users")
        .select("id")
        .where("identity_pool", "=", pool)
        .where("identity_sub", "=", sub)
        .executeTakeFirst();
      return row?.id ?? null;
    },

    /** Gives a person another account. */
    moveTo: async (
      trx: WriteTransaction,
      userId: string,
      account: {
        pool: string;
        sub: string;
        phoneNumber: string | null;
        phoneNumberVerified: boolean;
        mfaEnabled: boolean;
      },
    ): Promise<void> => {
      await trx
        .updateTable("users")
        .set({
          identity_pool: account.pool,
          identity_sub: account.sub,
          phone_number: account.phoneNumber,
          phone_number_verified: account.phoneNumberVerified,
          mfa_enabled: account.mfaEnabled,
          status: "active",
          updated_at: new Date(),
        })
        .where("id", "=", userId)
        .execute();
    },

    /** Copies what the pool says about a person, so that lists need not ask the pool. */
    mirror: async (
      trx: WriteTransaction,
      userId: string,
      facts: Partial<{
        given_name: string;
        family_name: string;
        locale: string;
        phone_number: string | null;
        phone_number_verified: boolean;
        mfa_enabled: boolean;
      }>,
    ): Promise<void> => {
      await trx
        .updateTable("users")
        // A new version, so that a simultaneous edit of the person is detected.
        .set({ ...facts, version: sql`version + 1`, updated_at: new Date() })
        .where("id", "=", userId)
        .execute();
    },

    localeOf: async (userId: string): Promise<string | null> => {
      const row = await db.selectFrom("users").select("locale").where("id", "=", userId).executeTakeFirst();
      return row?.locale ?? null;
    },

    subOf: async (userId: string): Promise<string | null> => {
      const row = await db.selectFrom("users").select("identity_sub").where("id", "=", userId).executeTakeFirst();
      return row?.identity_sub ?? null;
    },
  };
}
