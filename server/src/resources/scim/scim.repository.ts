import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Ref } from "@pulse/contract/fields";
import { withAdministratorCheck } from "../../platform/access/administrators.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";
import type { Account } from "../identityLink/linkedAccounts.ts";
import { groupsOf, membersOf } from "./scimMembers.repository.ts";

export type ScimRepository = ReturnType<typeof scimRepository>;

export interface StoredScimUser {
  id: string;
  email: string;
  /** Null: the directory has not named them yet, and their address stands for it. */
  userName: string | null;
  externalId: string | null;
  givenName: string;
  familyName: string;
  locale: string;
  active: boolean;
  roleId: string | null;
  role: string | null;
  groupId: string | null;
  groups: Ref[];
  account: Account;
  createdAt: Date;
  updatedAt: Date;
}

export interface StoredScimGroup {
  id: string;
  name: string;
  externalId: string | null;
  predefined: boolean;
  members: Ref[];
  createdAt: Date;
  updatedAt: Date;
}

/** What a directory changes of a user. */
export type ScimUserChange = Pick<
  StoredScimUser,
  "email" | "userName" | "externalId" | "givenName" | "familyName" | "active" | "roleId"
>;

/** The names, in lower case, of users that a query is limited to; undefined: all. */
export interface UserQuery {
  id?: string | undefined;
  userName?: string | undefined;
  externalId?: string | undefined;
}

const shownName = sql<string>`lower(coalesce(u.scim_user_name, u.email))`;

export function scimRepository(db: Kysely<Database>) {
  const users = async (customerId: string, query: UserQuery, of: Kysely<Database> = db): Promise<StoredScimUser[]> => {
    let rows = of
      .selectFrom("users as u")
      .leftJoin("roles as r", "r.id", "u.role_id")
      .selectAll("u")
      .select("r.name as role_name")
      .where("u.customer_id", "=", customerId)
      .where("u.is_superadmin", "=", false)
      .orderBy("u.id");
    if (query.id !== undefined) rows = rows.where("u.id", "=", query.id);
    if (query.userName !== undefined) rows = rows.where(shownName, "=", query.userName);
    if (query.externalId !== undefined)
      rows = rows.where(sql<string>`lower(u.scim_external_id)`, "=", query.externalId);
    const stored = await rows.execute();
    const groups = await groupsOf(of, customerId, query.id);
    return stored.map((row) => ({
      id: row.id,
      email: row.email,
      userName: row.scim_user_name,
      externalId: row.scim_external_id,
      givenName: row.given_name,
      familyName: row.family_name,
      locale: row.locale,
      active: row.active,
      roleId: row.role_id,
      role: row.role_name,
      groupId: row.user_group_id,
      groups: groups.get(row.id) ?? [],
      account: { pool: row.identity_pool, sub: row.identity_sub },
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }));
  };

  const groups = async (customerId: string, id?: string, of: Kysely<Database> = db): Promise<StoredScimGroup[]> => {
    let query = of.selectFrom("user_groups").selectAll().where("customer_id", "=", customerId).orderBy("id");
    if (id !== undefined) query = query.where("id", "=", id);
    const rows = await query.execute();
    const members = await membersOf(of, customerId, id);
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      externalId: row.scim_external_id,
      predefined: row.predefined,
      members: members.get(row.id) ?? [],
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }));
  };

  return {
    users,
    groups,
    user: async (customerId: string, id: string, of?: Kysely<Database>): Promise<StoredScimUser | null> =>
      (await users(customerId, { id }, of))[0] ?? null,
    group: async (customerId: string, id: string, of?: Kysely<Database>): Promise<StoredScimGroup | null> =>
      (await groups(customerId, id, of))[0] ?? null,

    /** What the customer's sign-in settings give to new people. */
    defaults: async (customerId: string) => {
      const sso = await db
        .selectFrom("customer_sso")
        .selectAll()
        .where("customer_id", "=", customerId)
        .executeTakeFirst();
      const domains = await db
        .selectFrom("sso_domains")
        .select("domain")
        .where("customer_id", "=", customerId)
        .execute();
      const roles = await db.selectFrom("roles").select(["id", "name"]).where("customer_id", "=", customerId).execute();
      const customer = await db.selectFrom("customers").select("name").where("id", "=", customerId).executeTakeFirst();
      return {
        customerName: customer?.name ?? "",
        roleId: sso?.default_role_id ?? null,
        groupId: sso?.default_group_id ?? null,
        roleMap: sso?.role_map ?? [],
        roles,
        domains: new Set(domains.map(({ domain }) => domain)),
      };
    },

    /** Whether a user of the installation has this address, or one of the customer this user name. */
    isTaken: async (customerId: string, email: string, userName: string, exceptId: string | null): Promise<boolean> => {
      const row = await db
        .selectFrom("users as u")
        .select("u.id")
        .where((eb) =>
          eb.or([
            eb(sql<string>`lower(u.email)`, "=", email),
            eb.and([eb("u.customer_id", "=", customerId), eb(shownName, "=", userName.toLowerCase())]),
          ]),
        )
        .where("u.status", "<>", "unconfirmed")
        .$if(exceptId !== null, (query) => query.where("u.id", "<>", exceptId!))
        .executeTakeFirst();
      return row !== undefined;
    },

    insertUser: async (
      trx: WriteTransaction,
      user: Omit<ScimUserChange, "active"> & {
        customerId: string;
        groupId: string | null;
        locale: string;
        account: Account;
      },
    ): Promise<string> => {
      const id = uuidv7();
      await trx
        .insertInto("users")
        .values({
          id,
          customer_id: user.customerId,
          identity_pool: user.account.pool,
          identity_sub: user.account.sub,
          email: user.email,
          given_name: user.givenName,
          family_name: user.familyName,
          locale: user.locale,
          role_id: user.roleId,
          user_group_id: user.groupId,
          scim_user_name: user.userName,
          scim_external_id: user.externalId,
          status: "active",
        })
        .execute();
      return id;
    },

    /** @throws {AppError} `last_administrator` */
    changeUser: (trx: WriteTransaction, customerId: string, id: string, change: ScimUserChange): Promise<void> =>
      withAdministratorCheck(trx, customerId, async () => {
        await trx
          .updateTable("users")
          .set({
            email: change.email,
            given_name: change.givenName,
            family_name: change.familyName,
            role_id: change.roleId,
            active: change.active,
            scim_user_name: change.userName,
            scim_external_id: change.externalId,
            version: sql`version + 1`,
            updated_at: new Date(),
          })
          .where("id", "=", id)
          .execute();
      }),

    insertGroup: async (trx: WriteTransaction, customerId: string, name: string, externalId: string | null) => {
      const id = uuidv7();
      await trx
        .insertInto("user_groups")
        .values({ id, customer_id: customerId, name, scim_external_id: externalId })
        .execute();
      return id;
    },

    changeGroup: async (trx: WriteTransaction, id: string, name: string, externalId: string | null): Promise<void> => {
      await trx
        .updateTable("user_groups")
        .set({ name, scim_external_id: externalId, version: sql`version + 1`, updated_at: new Date() })
        .where("id", "=", id)
        .execute();
    },

    removeGroup: async (trx: WriteTransaction, id: string): Promise<void> => {
      await trx.deleteFrom("user_groups").where("id", "=", id).execute();
    },

    addMembers: async (trx: WriteTransaction, groupId: string, userIds: readonly string[]): Promise<void> => {
      if (userIds.length === 0) return;
      await trx
        .insertInto("scim_members")
        .values(userIds.map((id) => ({ user_group_id: groupId, user_id: id })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    removeMembers: async (trx: WriteTransaction, groupId: string, userIds: readonly string[]): Promise<void> => {
      if (userIds.length === 0) return;
      await trx
        .deleteFrom("scim_members")
        .where("user_group_id", "=", groupId)
        .where("user_id", "in", [...userIds])
        .execute();
    },

    /**
     * Gives a user the group that counts: the one that they have while the directory keeps them in it, else the one that
     * it put them into first, else `fallback` if they were in the group that they left. Null: nothing changed.
     */
    settleGroup: async (
      trx: WriteTransaction,
      userId: string,
      leftId: string | null,
      fallback: string | null,
    ): Promise<{ before: string | null; after: string | null } | null> => {
      const user = await trx
        .selectFrom("users")
        .select("user_group_id as before")
        .where("id", "=", userId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const memberships = await trx
        .selectFrom("scim_members")
        .select("user_group_id as id")
        .where("user_id", "=", userId)
        .orderBy("since")
        .orderBy("user_group_id")
        .execute();
      const { before } = user;
      const isKept = memberships.some(({ id }) => id === before);
      const isElsewhere = memberships.length === 0 && before !== leftId;
      if (isKept || isElsewhere) return null;
      const after = memberships[0]?.id ?? (fallback === leftId ? null : fallback);
      await trx
        .updateTable("users")
        .set({ user_group_id: after, version: sql`version + 1`, updated_at: new Date() })
        .where("id", "=", userId)
        .execute();
      return { before, after };
    },
  };
}
