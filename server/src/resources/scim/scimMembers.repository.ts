import type { Ref } from "@pulse/contract/fields";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";

/** The groups that a directory has put people into, by the person; only of one person if named. */
export async function groupsOf(of: Kysely<Database>, customerId: string, userId?: string): Promise<Map<string, Ref[]>> {
  let query = of
    .selectFrom("scim_members as m")
    .innerJoin("user_groups as g", "g.id", "m.user_group_id")
    .select(["m.user_id", "g.id", "g.name"])
    .where("g.customer_id", "=", customerId)
    .orderBy("m.since");
  if (userId !== undefined) query = query.where("m.user_id", "=", userId);
  const byUser = new Map<string, Ref[]>();
  for (const { user_id: user, id, name } of await query.execute())
    byUser.set(user, [...(byUser.get(user) ?? []), { id, name }]);
  return byUser;
}

/** The people whom a directory has put into groups, by the group; only of one group if named. */
export async function membersOf(
  of: Kysely<Database>,
  customerId: string,
  groupId?: string,
): Promise<Map<string, Ref[]>> {
  let query = of
    .selectFrom("scim_members as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select(["m.user_group_id", "u.id", sql<string>`trim(u.given_name || ' ' || u.family_name)`.as("name")])
    .where("u.customer_id", "=", customerId)
    .orderBy("m.since")
    .orderBy("u.id");
  if (groupId !== undefined) query = query.where("m.user_group_id", "=", groupId);
  const byGroup = new Map<string, Ref[]>();
  for (const { user_group_id: group, id, name } of await query.execute()) {
    const members = byGroup.get(group) ?? [];
    members.push({ id, name });
    byGroup.set(group, members);
  }
  return byGroup;
}
