import { type Area, areas, fullAccess, noAccess } from "@pulse/contract/access";
import type { CustomerConfig } from "@pulse/contract/customers";
import { type Kysely, sql } from "kysely";
import type { Database } from "../database/schema.ts";
import type { Viewer } from "../http/viewer.ts";

/** A viewer with the time of their last sign-in. */
export interface CachedViewer {
  viewer: Viewer;
  /** The newest sign-in that was stored, ms; 0: none. */
  lastSignInMs: number;
  /** Whether a password is not enough: the customer asks for the company's sign-in. */
  needsSso: boolean;
}

/** Finds users, by their account in the pool or their id, with what they may do. */
export function viewersRepository(db: Kysely<Database>) {
  return {
    /**
     * Stores a sign-in. Holding a token proves one, and a sign-in accepts an invitation, whichever pool it came from.
     */
    writeSignIn: async (userId: string, atMs: number): Promise<void> => {
      const at = new Date(atMs);
      await db
        .updateTable("users")
        .set({ last_sign_in_at: at, status: "active" })
        .where("id", "=", userId)
        .where((eb) => eb.or([eb("last_sign_in_at", "is", null), eb("last_sign_in_at", "<", at)]))
        .execute();
    },

    /** Null: there is no such user. */
    find: async (by: { sub: string } | { id: string }): Promise<CachedViewer | null> => {
      const user = await db
        .selectFrom("users as u")
        .leftJoin("customers as c", "c.id", "u.customer_id")
        .leftJoin("user_groups as g", "g.id", "u.user_group_id")
        .select([
          "u.id",
          "u.email",
          "u.customer_id",
          "u.role_id",
          "u.user_group_id",
          "u.is_superadmin",
          "u.dev_tool_enabled",
          "u.last_sign_in_at",
        ])
        .select(["c.config", "g.all_sites"])
        .select(({ selectFrom, ref }) =>
          selectFrom("sso_domains as d")
            .select("d.domain")
            .whereRef("d.customer_id", "=", ref("u.customer_id"))
            .where("d.domain", "=", sql<string>`split_part(lower(${ref("u.email")}), '@', 2)`)
            .as("sso_domain"),
        )
        // A deactivated person does not exist for those who ask what somebody may do.
        .where("u.active", "=", true)
        .where((eb) => ("sub" in by ? eb("u.identity_sub", "=", by.sub) : eb("u.id", "=", by.id)))
        .executeTakeFirst();
      if (!user) return null;
      const access = user.is_superadmin ? fullAccess() : await accessOf(db, user.role_id, user.config);
      return {
        viewer: {
          userId: user.id,
          email: user.email,
          customerId: user.customer_id,
          roleId: user.role_id,
          groupId: user.user_group_id,
          isSuperadmin: user.is_superadmin,
          devToolEnabled: user.dev_tool_enabled,
          access,
          siteIds: user.is_superadmin || user.all_sites ? null : await sitesOf(db, user.user_group_id),
          tokenExpiresMs: 0,
          signedInMs: 0,
        },
        lastSignInMs: user.last_sign_in_at?.getTime() ?? 0,
        needsSso: !user.is_superadmin && user.config?.requiresSso === true && user.sso_domain !== null,
      };
    },
  };
}

async function accessOf(
  db: Kysely<Database>,
  roleId: string | null,
  config: Partial<CustomerConfig> | null,
): Promise<Viewer["access"]> {
  const access = noAccess();
  if (roleId === null) return access;
  const available = new Set(config?.availableOperations ?? []);
  const operations = await db
    .selectFrom("role_operations as r")
    .innerJoin("operations as o", "o.id", "r.operation_id")
    .select(["o.id", "o.area", "o.letter"])
    .where("r.role_id", "=", roleId)
    .orderBy("o.letter")
    .execute();
  for (const { id, area, letter } of operations)
    // A customer that was never restricted has all 42 (shapes S5).
    if (config?.availableOperations === undefined || available.has(id)) access[area as Area].push(letter);
  for (const area of areas) access[area].sort((a, b) => "crud".indexOf(a) - "crud".indexOf(b));
  return access;
}

async function sitesOf(db: Kysely<Database>, groupId: string | null): Promise<ReadonlySet<string>> {
  if (groupId === null) return new Set();
  const rows = await db.selectFrom("group_sites").select("site_id").where("user_group_id", "=", groupId).execute();
  return new Set(rows.map((row) => row.site_id));
}
