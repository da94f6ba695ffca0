import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "../../platform/database/schema.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";

export interface NewSuperadmin {
  email: string;
  givenName: string;
  familyName: string;
  /** E.164; counts as verified, since whoever makes superadmins controls the machine. Null: none. */
  phoneNumber: string | null;
  password: string;
}

export interface UserRow {
  id: string;
  customerId: string | null;
}

export function superadminsRepository(db: Kysely<Database>) {
  const find = async (email: string, of: Kysely<Database> | WriteTransaction = db): Promise<UserRow | null> => {
    const row = await of
      .selectFrom("users")
      .select(["id", "customer_id"])
      .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.toLowerCase()))
      .executeTakeFirst();
    return row ? { id: row.id, customerId: row.customer_id } : null;
  };

  return {
    find,

    exist: async (): Promise<boolean> =>
      (await db.selectFrom("users").select("id").where("is_superadmin", "=", true).executeTakeFirst()) !== undefined,

    insert: async (
      trx: WriteTransaction,
      person: NewSuperadmin,
      account: { pool: string; sub: string; /** Sign-ins take a code by text. */ usesCodes: boolean },
    ): Promise<UserRow> => {
      const row = { id: uuidv7(), customerId: null };
      await trx
        .insertInto("users")
        .values({
          id: row.id,
          identity_pool: account.pool,
          identity_sub: account.sub,
          email: person.email,
          given_name: person.givenName,
          family_name: person.familyName,
          phone_number: person.phoneNumber,
          phone_number_verified: person.phoneNumber !== null,
          mfa_enabled: account.usesCodes,
          is_superadmin: true,
          dev_tool_enabled: true,
          status: "active",
        })
        .execute();
      return row;
    },

    /** Removes phone and second factor from the row, if there is one. */
    loseSecondFactor: async (trx: WriteTransaction, email: string): Promise<UserRow | null> => {
      const row = await find(email, trx);
      if (row !== null)
        await trx
          .updateTable("users")
          .set({ phone_number: null, phone_number_verified: false, mfa_enabled: false, updated_at: new Date() })
          .where("id", "=", row.id)
          .execute();
      return row;
    },
  };
}
