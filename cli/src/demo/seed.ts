import type { Database } from "@pulse/server/platform/database/schema";
import type { FileStore } from "@pulse/server/platform/files/fileStore";
import { newCustomer, type NewCustomer } from "@pulse/server/resources/customers/newCustomer.repository";
import type { Identity } from "@pulse/server/start/wiring";
import type { DemoCustomer } from "@pulse/simulator/demo/model";
import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { demoAccounts, demoPassword } from "./accounts.ts";
import { type GatewaySecret, seedSite } from "./seedSite.ts";

/** Whether this database has the demo's customers already. */
export async function isSeeded(db: Kysely<Database>, customers: readonly DemoCustomer[]): Promise<boolean> {
  const found = await db
    .selectFrom("customers")
    .select("id")
    .where(
      "customer_code",
      "in",
      customers.map((customer) => customer.code),
    )
    .execute();
  return found.length === customers.length;
}

/**
 * Fills an empty database with the demo's customers, sites, things and accounts. All or nothing: half a demo from an
 * aborted start is worse than none.
 */
export async function seedDemo(
  parts: { db: Kysely<Database>; files: FileStore; identity: Identity },
  customers: readonly DemoCustomer[],
): Promise<GatewaySecret[]> {
  const { files, identity } = parts;
  const subjects = new Map<string, string>();
  for (const account of demoAccounts) {
    const known = await identity.admin.findUser({ pool: account.pool, username: account.email });
    if (known) {
      // Left by a start that was aborted before the rest was inserted.
      subjects.set(account.email, known.sub);
      continue;
    }
    const { sub } = await identity.admin.createUser({
      pool: account.pool,
      email: account.email,
      password: demoPassword,
      permanent: true,
      givenName: account.givenName,
      familyName: account.familyName,
      phoneNumber: account.phoneNumber,
      phoneVerified: true,
      mfaEnabled: true,
      confirmed: true,
    });
    subjects.set(account.email, sub);
  }
  return await parts.db.transaction().execute(async (db) => {
    const seeded = new Map<string, NewCustomer>();
    const secrets: GatewaySecret[] = [];
    for (const customer of customers) {
      const made = await newCustomer(db, { ...customer, config: { showLocationConfidence: true } });
      seeded.set(customer.code, made);
      if (customer.code === "NORTHWIND") await openSignUp(db, made);
      for (const site of customer.sites) secrets.push(...(await seedSite(db, files, made.id, site)));
    }
    for (const account of demoAccounts) {
      const customer = account.customerCode === null ? null : seeded.get(account.customerCode)!;
      await db
        .insertInto("users")
        .values({
          id: uuidv7(),
          // A person still in the legacy pool already has a row here; the migration points it at the new account.
          identity_pool: identity.pools[account.pool].userPoolId,
          identity_sub: subjects.get(account.email)!,
          email: account.email,
          given_name: account.givenName,
          family_name: account.familyName,
          customer_id: customer?.id ?? null,
          role_id: customer && account.role ? customer.roleIds[account.role] : null,
          user_group_id: customer?.groupId ?? null,
          is_superadmin: customer === null,
          dev_tool_enabled: account.devTools,
          phone_number: account.phoneNumber,
          phone_number_verified: true,
          mfa_enabled: true,
          status: "active",
        })
        .execute();
    }
    return secrets;
  });
}

/** A person who signs up with NORTHWIND's code becomes a Viewer of all its sites (decisions C4). */
async function openSignUp(db: Kysely<Database>, { id, roleIds, groupId }: NewCustomer): Promise<void> {
  const { config } = await db.selectFrom("customers").select("config").where("id", "=", id).executeTakeFirstOrThrow();
  await db
    .updateTable("customers")
    .set({ config: JSON.stringify({ ...config, signupRoleId: roleIds.Viewer, signupGroupId: groupId }) })
    .where("id", "=", id)
    .execute();
}
