import { areas, lettersOf, predefinedRoles } from "@pulse/contract/access";
import type { CustomerConfig } from "@pulse/contract/customers";
import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "../../platform/database/schema.ts";
import { unusedMqttPair } from "../../platform/devices/secrets.ts";

export type PredefinedRole = keyof typeof predefinedRoles;

export interface NewCustomer {
  id: string;
  guid: string;
  /** The group that includes all sites. */
  groupId: string;
  roleIds: Record<PredefinedRole, string>;
}

export interface CustomerToMake {
  name: string;
  code: string;
  location?: string | null;
  admin?: string | null;
  config?: Partial<CustomerConfig>;
  /** Left out: a password that nobody was shown. */
  mqttSecretHash?: string;
}

/** Creates a customer with its predefined roles and the predefined group "All sites" (shapes S3). */
export async function newCustomer(db: Kysely<Database>, customer: CustomerToMake): Promise<NewCustomer> {
  const [id, guid, groupId] = [uuidv7(), uuidv7(), uuidv7()];
  await db
    .insertInto("customers")
    .values({
      id,
      guid,
      name: customer.name,
      customer_code: customer.code,
      location: customer.location ?? null,
      admin: customer.admin ?? null,
      config: JSON.stringify(customer.config ?? {}),
      ...unusedMqttPair("customer"),
      ...(customer.mqttSecretHash === undefined ? {} : { mqtt_secret_hash: customer.mqttSecretHash }),
    })
    .execute();
  const operations = await db.selectFrom("operations").selectAll().execute();
  const roleIds = {} as NewCustomer["roleIds"];
  for (const [name, holds] of Object.entries(predefinedRoles)) {
    const roleId = uuidv7();
    roleIds[name as PredefinedRole] = roleId;
    await db.insertInto("roles").values({ id: roleId, customer_id: id, name, predefined: true }).execute();
    const held = new Set(
      areas.flatMap((area) =>
        lettersOf[area].filter((letter) => holds(area, letter)).map((letter) => `${area}.${letter}`),
      ),
    );
    await db
      .insertInto("role_operations")
      .values(
        operations
          .filter(({ area, letter }) => held.has(`${area}.${letter}`))
          .map((operation) => ({ role_id: roleId, operation_id: operation.id })),
      )
      .execute();
  }
  await db
    .insertInto("user_groups")
    .values({ id: groupId, customer_id: id, name: "All sites", predefined: true, all_sites: true })
    .execute();
  return { id, guid, groupId, roleIds };
}
