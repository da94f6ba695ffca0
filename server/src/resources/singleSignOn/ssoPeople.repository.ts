import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { withAdministratorCheck } from "../../platform/access/administrators.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";

export type SsoPeopleRepository = ReturnType<typeof ssoPeopleRepository>;

/** A user as a sign-in with the company's account needs them. */
export interface SsoUser {
  id: string;
  email: string;
  customerId: string | null;
  pool: string | null;
  sub: string | null;
  isSuperadmin: boolean;
  active: boolean;
  status: string;
  issuer: string | null;
  subject: string | null;
  roleId: string | null;
  groupId: string | null;
}

export interface NewSsoUser {
  customerId: string;
  account: { pool: string; sub: string };
  email: string;
  givenName: string;
  familyName: string;
  locale: string;
  roleId: string | null;
  groupId: string | null;
  issuer: string;
  subject: string;
}

export function ssoPeopleRepository(db: Kysely<Database>) {
  const people = (of: Kysely<Database>) =>
    of
      .selectFrom("users")
      .select([
        "id",
        "email",
        "customer_id as customerId",
        "identity_pool as pool",
        "identity_sub as sub",
        "is_superadmin as isSuperadmin",
        "active",
        "status",
        "sso_issuer as issuer",
        "sso_subject as subject",
        "role_id as roleId",
        "user_group_id as groupId",
      ]);

  return {
    bySubject: async (customerId: string, issuer: string, subject: string): Promise<SsoUser | null> =>
      (await people(db)
        .where("customer_id", "=", customerId)
        .where("sso_issuer", "=", issuer)
        .where("sso_subject", "=", subject)
        .executeTakeFirst()) ?? null,

    /** Of any customer: an address belongs to one user of the installation. */
    byEmail: async (email: string): Promise<SsoUser | null> =>
      (await people(db)
        .where(sql<string>`lower(email)`, "=", email)
        .executeTakeFirst()) ?? null,

    insert: async (trx: WriteTransaction, person: NewSsoUser): Promise<string> => {
      const id = uuidv7();
      await trx
        .insertInto("users")
        .values({
          id,
          customer_id: person.customerId,
          identity_pool: person.account.pool,
          identity_sub: person.account.sub,
          email: person.email,
          given_name: person.givenName,
          family_name: person.familyName,
          locale: person.locale,
          role_id: person.roleId,
          user_group_id: person.groupId,
          sso_issuer: person.issuer,
          sso_subject: person.subject,
          status: "active",
        })
        .execute();
      return id;
    },

    /** Links a user with their subject, and gives them the role and group that their claims say. */
    change: (
      trx: WriteTransaction,
      customerId: string,
      id: string,
      { issuer, subject, roleId, groupId }: Pick<NewSsoUser, "issuer" | "subject" | "roleId" | "groupId">,
    ): Promise<void> =>
      withAdministratorCheck(trx, customerId, async () => {
        await trx
          .updateTable("users")
          .set({
            sso_issuer: issuer,
            sso_subject: subject,
            role_id: roleId,
            user_group_id: groupId,
            version: sql`version + 1`,
            updated_at: new Date(),
          })
          .where("id", "=", id)
          .execute();
      }),

    /** Names of a role and a group of a customer; null: there is none (any more). */
    names: async (customerId: string, roleId: string | null, groupId: string | null) => {
      const name = async (table: "roles" | "user_groups", id: string | null): Promise<string | null> =>
        id === null
          ? null
          : ((
              await db
                .selectFrom(table)
                .select("name")
                .where("id", "=", id)
                .where("customer_id", "=", customerId)
                .executeTakeFirst()
            )?.name ?? null);
      return { role: await name("roles", roleId), group: await name("user_groups", groupId) };
    },
  };
}
