import type { Area, Operation } from "@pulse/contract/access";
import type { UserInfo } from "@pulse/contract/users";
import type { Kysely } from "kysely";
import type { Database } from "../adapters/database/schema.ts";

export type UsersRepository = ReturnType<typeof usersRepository>;

export function usersRepository(db: Kysely<Database>) {
  return {
    info: async (userId: string, of: Kysely<Database> = db): Promise<UserInfo | null> => {
      const row = await of.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
      return row
        ? {
            id: row.id,
            email: row.email,
            givenName: row.given_name,
            familyName: row.family_name,
            customerId: row.customer_id,
            roleId: row.role_id,
            userGroupId: row.user_group_id,
            isSuperadmin: row.is_superadmin,
            devToolEnabled: row.dev_tool_enabled,
            phoneNumber: row.phone_number,
            phoneNumberVerified: row.phone_number_verified,
            mfaEnabled: row.mfa_enabled,
            locale: row.locale,
          }
        : null;
    },
    operations: async (): Promise<Operation[]> => {
      const rows = await db.selectFrom("operations").selectAll().orderBy("id").execute();
      return rows.map((row) => ({ ...row, area: row.area as Area }));
    },
  };
}
