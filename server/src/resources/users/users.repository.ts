import type { Area, Operation } from "@pulse/contract/access";
import type { CustomerConfig } from "@pulse/contract/customers";
import type { PageMetadata } from "@pulse/contract/page";
import type { User, UserInfo } from "@pulse/contract/users";
import { type Kysely, type Selectable, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { withAdministratorCheck } from "../../platform/access/administrators.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { UsersTable } from "../../platform/database/tables/access.ts";
import { readPage, keywordCondition, ordering, type SearchQuery, window } from "../../platform/database/listing.ts";
import type { Account } from "../identityLink/linkedAccounts.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";
import { baseFields } from "../../platform/http/baseFields.ts";

export type UsersRepository = ReturnType<typeof usersRepository>;

/** One of a customer's users, with the account linked to them. */
export interface Person extends User {
  customerId: string;
  account: Account;
}

export interface UserValues {
  givenName: string;
  familyName: string;
  phoneNumber: string | null;
  phoneNumberVerified: boolean;
  mfaEnabled: boolean;
  roleId: string | null;
  userGroupId: string | null;
  devToolEnabled: boolean;
}

/** The values that the account has as well. */
export const sharedFields = ["givenName", "familyName", "phoneNumber"] as const satisfies (keyof UserValues)[];

const sortColumns = {
  id: sql`u.id`,
  email: sql`lower(u.email)`,
  given_name: sql`lower(u.given_name)`,
  family_name: sql`lower(u.family_name)`,
  created_at: sql`u.created_at`,
};
const searchColumns = {
  email: sql`u.email`,
  given_name: sql`u.given_name`,
  family_name: sql`u.family_name`,
  phone_number: sql`u.phone_number`,
  role: sql`r.name`,
  group: sql`g.name`,
};

export function usersRepository(db: Kysely<Database>) {
  // Superadmins belong to no customer: they are made and changed on the machine itself, and not listed here.
  const people = (of: Kysely<Database> = db) =>
    of
      .selectFrom("users as u")
      .leftJoin("roles as r", "r.id", "u.role_id")
      .leftJoin("user_groups as g", "g.id", "u.user_group_id")
      .where("u.is_superadmin", "=", false)
      .where("u.customer_id", "is not", null);
  const shown = (of: ReturnType<typeof people>) =>
    of.selectAll("u").select(["r.name as role_name", "g.name as group_name"]);

  const findOne = async (of: Kysely<Database>, id: string): Promise<Person | null> => {
    const row = await shown(people(of)).where("u.id", "=", id).executeTakeFirst();
    return row ? view(row) : null;
  };

  return {
    find: (id: string) => findOne(db, id),

    search: async (customerId: string, query: SearchQuery): Promise<{ content: Person[]; metadata: PageMetadata }> => {
      const page = window(query, "list");
      const matching = people().where("u.customer_id", "=", customerId).where(keywordCondition(query, searchColumns));
      const { rows: found, metadata } = await readPage(
        matching,
        (total) => shown(matching).select(total).orderBy(ordering(query, sortColumns)),
        page,
      );
      return { content: found.map(view), metadata };
    },

    /** Whether a user has this e-mail. A sign-up that was never confirmed gives way to an invitation. */
    isEmailTaken: async (email: string): Promise<boolean> =>
      (await db
        .selectFrom("users")
        .select("id")
        .where((eb) => eb(eb.fn("lower", ["email"]), "=", email))
        .where("status", "<>", "unconfirmed")
        .executeTakeFirst()) !== undefined,

    /** Given name and family name; null: they are gone. */
    nameOf: async (userId: string): Promise<string | null> => {
      const row = await db
        .selectFrom("users")
        .select(["given_name", "family_name"])
        .where("id", "=", userId)
        .executeTakeFirst();
      return row === undefined ? null : `${row.given_name} ${row.family_name}`.trim() || null;
    },

    /** Null: there is no such customer. */
    customerName: async (customerId: string): Promise<string | null> => {
      const row = await db.selectFrom("customers").select("name").where("id", "=", customerId).executeTakeFirst();
      return row?.name ?? null;
    },

    /** Inserts the row for an account that has just been made. */
    insert: async (
      trx: WriteTransaction,
      person: UserValues & { customerId: string; email: string; locale: string; account: Account },
    ): Promise<Person> => {
      const id = uuidv7();
      await trx
        .insertInto("users")
        .values({
          id,
          customer_id: person.customerId,
          identity_pool: person.account.pool,
          identity_sub: person.account.sub,
          email: person.email,
          locale: person.locale,
          status: "invited",
          ...columnsOf(person),
        })
        .execute();
      return (await findOne(trx, id))!;
    },

    /** Changes a user under the row lock, as `decide` returns for the stored values. Null: they are gone. */
    change: (
      trx: WriteTransaction,
      { id, customerId }: Person,
      decide: (stored: Person) => UserValues,
    ): Promise<{ before: Person; after: Person } | null> =>
      withAdministratorCheck(trx, customerId, async () => {
        await trx.selectFrom("users").select("id").where("id", "=", id).forUpdate().execute();
        const before = await findOne(trx, id);
        if (before === null) return null;
        await trx
          .updateTable("users")
          .set({ ...columnsOf(decide(before)), version: before.version + 1, updated_at: new Date() })
          .where("id", "=", id)
          .execute();
        return { before, after: (await findOne(trx, id))! };
      }),

    /** Activates or deactivates a user. Null: they are gone. */
    setActive: (trx: WriteTransaction, { id, customerId }: Person, active: boolean): Promise<Person | null> =>
      withAdministratorCheck(trx, customerId, async () => {
        await trx
          .updateTable("users")
          .set({ active, version: sql`version + 1`, updated_at: new Date() })
          .where("id", "=", id)
          .execute();
        return findOne(trx, id);
      }),

    /** Deletes a user. Null: they are gone already. */
    remove: (trx: WriteTransaction, { id, customerId }: Person): Promise<{ email: string; account: Account } | null> =>
      withAdministratorCheck(trx, customerId, async () => {
        const removed = await trx
          .deleteFrom("users")
          .where("id", "=", id)
          .returning(["email", "identity_pool as pool", "identity_sub as sub"])
          .executeTakeFirst();
        if (removed === undefined) return null;
        const { email, ...account } = removed;
        return { email, account };
      }),

    /** Null: they are gone, or an API key. */
    localeOf: async (userId: string): Promise<string | null> => {
      const row = await db.selectFrom("users").select("locale").where("id", "=", userId).executeTakeFirst();
      return row?.locale ?? null;
    },

    /** What signed-in people are told about themselves; null: they are gone. */
    info: async (userId: string, of: Kysely<Database> = db): Promise<StoredInfo | null> => {
      const row = await of
        .selectFrom("users")
        .leftJoin("customers", "customers.id", "users.customer_id")
        .selectAll("users")
        .select("customers.config as customer_config")
        .where("users.id", "=", userId)
        .executeTakeFirst();
      return row
        ? {
            customerConfig: row.customer_config,
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
            signedInWithSso: false,
            locale: row.locale,
          }
        : null;
    },

    /** All 42. */
    operations: async (): Promise<Operation[]> => {
      const all = await db.selectFrom("operations").selectAll().orderBy("id").execute();
      return all.map((row) => ({ ...row, area: row.area as Area }));
    },
  };
}

/** What is stored of a person, and their customer's settings; null: there is no customer. */
interface StoredInfo extends Omit<UserInfo, "secondFactors" | "secondFactorRequired"> {
  customerConfig: Partial<CustomerConfig> | null;
}

const columnsOf = (values: UserValues) => ({
  given_name: values.givenName,
  family_name: values.familyName,
  phone_number: values.phoneNumber,
  phone_number_verified: values.phoneNumberVerified,
  mfa_enabled: values.mfaEnabled,
  role_id: values.roleId,
  user_group_id: values.userGroupId,
  dev_tool_enabled: values.devToolEnabled,
});

function view(row: Selectable<UsersTable> & { role_name: string | null; group_name: string | null }): Person {
  return {
    ...baseFields(row),
    customerId: row.customer_id!,
    email: row.email,
    givenName: row.given_name,
    familyName: row.family_name,
    phoneNumber: row.phone_number,
    phoneNumberVerified: row.phone_number_verified,
    mfaEnabled: row.mfa_enabled,
    roleId: row.role_id,
    userGroupId: row.user_group_id,
    role: row.role_id === null ? null : { id: row.role_id, name: row.role_name ?? "" },
    group: row.user_group_id === null ? null : { id: row.user_group_id, name: row.group_name ?? "" },
    devToolEnabled: row.dev_tool_enabled,
    status: row.status,
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
    active: row.active,
    account: { pool: row.identity_pool, sub: row.identity_sub },
  };
}
