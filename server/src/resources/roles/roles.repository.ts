import type { PageMetadata } from "@pulse/contract/page";
import type { Role } from "@pulse/contract/roles";
import { type Kysely, type Selectable, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { withAdministratorCheck } from "../../platform/access/administrators.ts";
import { type Holders, holdersOf } from "../../platform/access/holders.ts";
import { type CustomerOperations, customerOperations } from "../../platform/access/customerOperations.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { RolesTable } from "../../platform/database/tables/access.ts";
import { readPage, keywordCondition, ordering, type SearchQuery, window } from "../../platform/database/listing.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";
import { baseFields } from "../../platform/http/baseFields.ts";

export type RolesRepository = ReturnType<typeof rolesRepository>;

export interface RoleValues {
  name: string;
  operationIds: readonly string[];
}

const columns = { id: sql`r.id`, name: sql`lower(r.name)`, created_at: sql`r.created_at` };

export function rolesRepository(db: Kysely<Database>) {
  const known = (customerId: string, of: Kysely<Database> = db): Promise<CustomerOperations> =>
    customerOperations(of, customerId);

  /** With only the operations that the customer has; a role does not show those that its customer has lost. */
  const views = async (of: Kysely<Database>, rows: readonly Selectable<RolesTable>[]): Promise<Role[]> => {
    const [first] = rows;
    if (first === undefined) return [];
    const ids = rows.map(({ id }) => id);
    const { all, available } = await known(first.customer_id, of);
    const operationsByRole = Map.groupBy(
      await of.selectFrom("role_operations").selectAll().where("role_id", "in", ids).execute(),
      (row) => row.role_id,
    );
    const counts = await of
      .selectFrom("users")
      .select(["role_id", sql<number>`count(*)::int`.as("count")])
      .where("role_id", "in", ids)
      .groupBy("role_id")
      .execute();
    return rows.map((row) => {
      const holds = new Set(operationsByRole.get(row.id)?.map((each) => each.operation_id));
      return {
        ...baseFields(row),
        customerId: row.customer_id,
        name: row.name,
        predefined: row.predefined,
        operations: all.filter(({ id }) => holds.has(id) && available.has(id)),
        numUsers: counts.find((each) => each.role_id === row.id)?.count ?? 0,
      };
    });
  };

  const findOne = async (of: Kysely<Database>, id: string): Promise<Role | null> => {
    const rows = await of.selectFrom("roles").selectAll().where("id", "=", id).execute();
    return (await views(of, rows))[0] ?? null;
  };

  const setOperations = async (of: Kysely<Database>, roleId: string, ids: readonly string[]): Promise<void> => {
    await of.deleteFrom("role_operations").where("role_id", "=", roleId).execute();
    const rows = ids.map((id) => ({ role_id: roleId, operation_id: id }));
    if (rows.length > 0) await of.insertInto("role_operations").values(rows).execute();
  };

  return {
    known,
    find: (id: string) => findOne(db, id),

    search: async (customerId: string, query: SearchQuery): Promise<{ content: Role[]; metadata: PageMetadata }> => {
      const page = window(query, "list");
      const matching = db
        .selectFrom("roles as r")
        .where("r.customer_id", "=", customerId)
        .where(keywordCondition(query, { name: sql`r.name` }));
      const { rows, metadata } = await readPage(
        matching,
        (total) => matching.selectAll("r").select(total).orderBy(ordering(query, columns)),
        page,
      );
      return { content: await views(db, rows), metadata };
    },

    create: async (trx: WriteTransaction, customerId: string, { name, operationIds }: RoleValues): Promise<Role> => {
      const id = uuidv7();
      await trx.insertInto("roles").values({ id, customer_id: customerId, name }).execute();
      await setOperations(trx, id, operationIds);
      return (await findOne(trx, id))!;
    },

    /**
     * Changes a role under its row lock, as `decide` returns for the stored values; operations that are left out stay.
     * Null: it is gone.
     */
    change: (
      trx: WriteTransaction,
      { id, customerId }: Role,
      decide: (stored: Role, operations: CustomerOperations) => { name: string; operationIds?: readonly string[] },
    ): Promise<{ before: Role; after: Role } | null> =>
      withAdministratorCheck(trx, customerId, async () => {
        await trx.selectFrom("roles").select("id").where("id", "=", id).forUpdate().execute();
        const before = await findOne(trx, id);
        if (before === null) return null;
        const { name, operationIds } = decide(before, await known(customerId, trx));
        await trx
          .updateTable("roles")
          .set({ name, version: before.version + 1, updated_at: new Date() })
          .where("id", "=", id)
          .execute();
        if (operationIds !== undefined) await setOperations(trx, id, operationIds);
        return { before, after: (await findOne(trx, id))! };
      }),

    /**
     * Deletes a role unless `refuse` throws because of who uses it. Giving it to people at the same moment waits, then
     * fails.
     */
    remove: async (trx: WriteTransaction, id: string, refuse: (holders: Holders) => void): Promise<void> => {
      await trx.selectFrom("roles").select("id").where("id", "=", id).forUpdate().execute();
      refuse(await holdersOf(trx, "role", id));
      await trx.deleteFrom("roles").where("id", "=", id).execute();
    },
  };
}
