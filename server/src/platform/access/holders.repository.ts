import type { Ref } from "@pulse/contract/fields";
import { type Kysely, sql } from "kysely";
import type { Database } from "../database/schema.ts";

/** Who has a role or a group, so that it cannot be deleted. */
export interface Holders {
  users: Ref[];
  /** Those that give it to whoever signs up. */
  customers: Ref[];
}

/** At most this many people are named in the answer "in use". */
const maxListedUsers = 100;

const kinds = {
  role: { column: "role_id", setting: "signupRoleId" },
  group: { column: "user_group_id", setting: "signupGroupId" },
} as const;

/** Who has this role or group, people by their family name. */
export async function readHolders(db: Kysely<Database>, kind: keyof typeof kinds, id: string): Promise<Holders> {
  const { column, setting } = kinds[kind];
  const users = await db
    .selectFrom("users")
    .select(["id", sql<string>`given_name || ' ' || family_name`.as("name")])
    .where(column, "=", id)
    .orderBy(sql`lower(family_name)`)
    .limit(maxListedUsers)
    .execute();
  const customers = await db
    .selectFrom("customers")
    .select(["id", "name"])
    .where(sql<boolean>`config ->> ${sql.lit(setting)} = ${id}`)
    .execute();
  return { users, customers };
}
