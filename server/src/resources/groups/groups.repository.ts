import type { Group } from "@pulse/contract/groups";
import type { PageMetadata } from "@pulse/contract/page";
import { type Kysely, type Selectable, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { type Holders, holdersOf } from "../../platform/access/holders.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { UserGroupsTable } from "../../platform/database/tables/access.ts";
import { readPage, keywordCondition, ordering, type SearchQuery, window } from "../../platform/database/listing.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";
import { baseFields } from "../../platform/http/baseFields.ts";

export type GroupsRepository = ReturnType<typeof groupsRepository>;

/** A group with all its sites, regardless of who asks. */
export interface StoredGroup extends Group {
  /** Contains every site of the customer, later ones too. */
  allSites: boolean;
}

const columns = { id: sql`g.id`, name: sql`lower(g.name)`, created_at: sql`g.created_at` };

export function groupsRepository(db: Kysely<Database>) {
  const views = async (of: Kysely<Database>, rows: readonly Selectable<UserGroupsTable>[]): Promise<StoredGroup[]> => {
    const [first] = rows;
    if (first === undefined) return [];
    const ids = rows.map(({ id }) => id);
    const sites = await of
      .selectFrom("sites")
      .select(["id", "name"])
      .where("customer_id", "=", first.customer_id)
      .orderBy(sql`lower(name)`)
      .orderBy("id")
      .execute();
    const sitesByGroup = Map.groupBy(
      await of.selectFrom("group_sites").selectAll().where("user_group_id", "in", ids).execute(),
      (row) => row.user_group_id,
    );
    const counts = await of
      .selectFrom("users")
      .select(["user_group_id", sql<number>`count(*)::int`.as("count")])
      .where("user_group_id", "in", ids)
      .groupBy("user_group_id")
      .execute();
    return rows.map((row) => {
      const holds = new Set(sitesByGroup.get(row.id)?.map((each) => each.site_id));
      return {
        ...baseFields(row),
        customerId: row.customer_id,
        name: row.name,
        predefined: row.predefined,
        allSites: row.all_sites,
        sites: row.all_sites ? sites : sites.filter(({ id }) => holds.has(id)),
        numUsers: counts.find((each) => each.user_group_id === row.id)?.count ?? 0,
      };
    });
  };

  const findOne = async (of: Kysely<Database>, id: string): Promise<StoredGroup | null> => {
    const rows = await of.selectFrom("user_groups").selectAll().where("id", "=", id).execute();
    return (await views(of, rows))[0] ?? null;
  };

  const setSites = async (of: Kysely<Database>, groupId: string, ids: readonly string[]): Promise<void> => {
    await of.deleteFrom("group_sites").where("user_group_id", "=", groupId).execute();
    if (ids.length === 0) return;
    await of
      .insertInto("group_sites")
      .columns(["user_group_id", "site_id"])
      .expression(
        of
          .selectFrom("sites")
          .select([sql<string>`${groupId}::uuid`.as("user_group_id"), "id"])
          .where("id", "in", [...ids]),
      )
      .execute();
  };

  return {
    find: (id: string) => findOne(db, id),

    siteIds: async (customerId: string, of: Kysely<Database> = db): Promise<ReadonlySet<string>> => {
      const rows = await of.selectFrom("sites").select("id").where("customer_id", "=", customerId).execute();
      return new Set(rows.map(({ id }) => id));
    },

    search: async (
      customerId: string,
      query: SearchQuery,
    ): Promise<{ content: StoredGroup[]; metadata: PageMetadata }> => {
      const page = window(query, "list");
      const matching = db
        .selectFrom("user_groups as g")
        .where("g.customer_id", "=", customerId)
        .where(keywordCondition(query, { name: sql`g.name` }));
      const { rows, metadata } = await readPage(
        matching,
        (total) => matching.selectAll("g").select(total).orderBy(ordering(query, columns)),
        page,
      );
      return { content: await views(db, rows), metadata };
    },

    create: async (
      trx: WriteTransaction,
      customerId: string,
      name: string,
      siteIds: readonly string[],
    ): Promise<StoredGroup> => {
      const id = uuidv7();
      await trx.insertInto("user_groups").values({ id, customer_id: customerId, name }).execute();
      await setSites(trx, id, siteIds);
      return (await findOne(trx, id))!;
    },

    /** Changes a group under its row lock, as `decide` returns for the stored values. Null: it is gone. */
    change: async (
      trx: WriteTransaction,
      id: string,
      decide: (stored: StoredGroup) => { name: string; siteIds: readonly string[] },
    ): Promise<{ before: StoredGroup; after: StoredGroup } | null> => {
      await trx.selectFrom("user_groups").select("id").where("id", "=", id).forUpdate().execute();
      const before = await findOne(trx, id);
      if (before === null) return null;
      const { name, siteIds } = decide(before);
      await trx
        .updateTable("user_groups")
        .set({ name, version: before.version + 1, updated_at: new Date() })
        .where("id", "=", id)
        .execute();
      await setSites(trx, id, siteIds);
      return { before, after: (await findOne(trx, id))! };
    },

    /**
     * Deletes a group unless `refuse` throws because of who uses it. Adding people to it at the same moment waits, then
     * fails.
     */
    remove: async (trx: WriteTransaction, id: string, refuse: (holders: Holders) => void): Promise<void> => {
      await trx.selectFrom("user_groups").select("id").where("id", "=", id).forUpdate().execute();
      refuse(await holdersOf(trx, "group", id));
      await trx.deleteFrom("user_groups").where("id", "=", id).execute();
    },
  };
}
