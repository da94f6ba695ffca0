import { type AccessMap, type Area, areas, lettersOf, noAccess, type Operation } from "@pulse/contract/access";
import type { AccessibleSite, Customer, CustomerConfig } from "@pulse/contract/customers";
import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { SiteSettings } from "@pulse/contract/sites";
import { type Kysely, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { CustomersTable } from "../../platform/database/tables/sites.ts";
import { readPage, keywordCondition, ordering, type SearchQuery, window } from "../../platform/database/listing.ts";
import { hardwareTypeView } from "../gateways/hardwareTypeView.ts";
import type { Account } from "../identityLink/linkedAccounts.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";
import { underlayOf } from "../../platform/files/underlay.ts";
import { completeConfig } from "./completeConfig.ts";
import { type CustomerToMake, newCustomer } from "./newCustomer.repository.ts";
import { baseFields } from "../../platform/http/baseFields.ts";

export type CustomersRepository = ReturnType<typeof customersRepository>;

/** What a change of a customer writes. */
export interface CustomerValues {
  name: string;
  location: string | null;
  admin: string | null;
  customerCode: string;
  config: CustomerConfig;
}

const sortColumns = {
  id: sql`c.id`,
  name: sql`lower(c.name)`,
  customer_code: sql`c.customer_code`,
  location: sql`lower(c.location)`,
  created_at: sql`c.created_at`,
};
const searchColumns = { name: sql`c.name`, customer_code: sql`c.customer_code`, location: sql`c.location` };

export function customersRepository(db: Kysely<Database>) {
  const operations = async (of: Kysely<Database> = db): Promise<Operation[]> =>
    (await of.selectFrom("operations").selectAll().orderBy("id").execute()).map((row) => ({
      ...row,
      area: row.area as Area,
    }));
  const hardwareTypes = async (of: Kysely<Database> = db): Promise<HardwareType[]> =>
    (await of.selectFrom("hardware_types").selectAll().orderBy("id").execute()).map(hardwareTypeView);

  const everything = async (): Promise<{ hardwareTypes: string[]; operations: string[] }> => ({
    hardwareTypes: (await hardwareTypes()).map(({ id }) => id),
    operations: (await operations()).map(({ id }) => id),
  });

  const views = async (of: Kysely<Database>, rows: readonly Selectable<CustomersTable>[]): Promise<Customer[]> => {
    if (rows.length === 0) return [];
    const [allOperations, allTypes] = [await operations(of), await hardwareTypes(of)];
    const all = { hardwareTypes: allTypes.map(({ id }) => id), operations: allOperations.map(({ id }) => id) };
    const sites = await of
      .selectFrom("sites")
      .select(["id", "name", "customer_id"])
      .where(
        "customer_id",
        "in",
        rows.map(({ id }) => id),
      )
      .orderBy(sql`lower(name)`)
      .execute();
    const sitesOf = Map.groupBy(sites, (site) => site.customer_id);
    return rows.map((row) => {
      const config = completeConfig(row.config, all);
      const available = new Set(config.availableOperations);
      return {
        ...baseFields(row),
        guid: row.guid,
        name: row.name,
        location: row.location,
        admin: row.admin,
        customerCode: row.customer_code,
        locationUpdateMechanism: config.identifierLocationUpdateMechanism,
        mqttUsername: row.mqtt_username,
        operations: allOperations.filter(({ id }) => available.has(id)),
        sites: (sitesOf.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
        config,
      };
    });
  };

  return {
    everything,

    exists: async (id: string): Promise<boolean> =>
      (await db.selectFrom("customers").select("id").where("id", "=", id).executeTakeFirst()) !== undefined,

    /** Whether somebody has come through with the company's sign-in that is set up. */
    mayRequireSso: async (id: string): Promise<boolean> =>
      (await db
        .selectFrom("customer_sso")
        .select("customer_id")
        .where("customer_id", "=", id)
        .where("tested_at", "is not", null)
        .executeTakeFirst()) !== undefined,

    search: async (query: SearchQuery) => {
      const page = window(query, "list");
      const matching = db.selectFrom("customers as c").where(keywordCondition(query, searchColumns));
      const { rows, metadata } = await readPage(
        matching,
        (total) =>
          matching
            .selectAll("c")
            .select(total)
            .orderBy(ordering(query, sortColumns, ["location"])),
        page,
      );
      return { content: await views(db, rows), metadata };
    },

    find: async (id: string, of: Kysely<Database> = db): Promise<Customer | null> => {
      const rows = await of.selectFrom("customers").selectAll().where("id", "=", id).execute();
      return (await views(of, rows))[0] ?? null;
    },

    /** The operations of a customer, by area. */
    access: async (config: CustomerConfig): Promise<AccessMap> => {
      const available = new Set(config.availableOperations);
      const access = noAccess();
      for (const { id, area, letter } of await operations()) if (available.has(id)) access[area].push(letter);
      for (const area of areas) access[area] = lettersOf[area].filter((letter) => access[area].includes(letter));
      return access;
    },

    hardwareTypes,

    siteIds: async (id: string): Promise<string[]> =>
      (await db.selectFrom("sites").select("id").where("customer_id", "=", id).execute()).map((row) => row.id),

    /** Whether a role and a group belong to this customer; null: not asked. */
    owns: async (id: string, roleId: string | null, groupId: string | null) => {
      const has = async (table: "roles" | "user_groups", wanted: string | null): Promise<boolean> =>
        wanted === null ||
        (await db
          .selectFrom(table)
          .select("id")
          .where("id", "=", wanted)
          .where("customer_id", "=", id)
          .executeTakeFirst()) !== undefined;
      return { role: await has("roles", roleId), group: await has("user_groups", groupId) };
    },

    create: (trx: WriteTransaction, customer: CustomerToMake) => newCustomer(trx, customer),

    /**
     * Changes a customer under its row lock, as `decide` returns for the stored values. Null: there is no such
     * customer.
     */
    change: async (
      trx: WriteTransaction,
      id: string,
      decide: (stored: Customer) => CustomerValues,
    ): Promise<{ before: Customer; after: Customer } | null> => {
      const [row] = await trx.selectFrom("customers").selectAll().where("id", "=", id).forUpdate().execute();
      if (row === undefined) return null;
      const [before] = await views(trx, [row]);
      const { name, location, admin, customerCode, config } = decide(before!);
      const changed = await trx
        .updateTable("customers")
        .set({
          name,
          location,
          admin,
          customer_code: customerCode,
          config: JSON.stringify(config),
          version: row.version + 1,
          updated_at: new Date(),
        })
        .where("id", "=", id)
        .returningAll()
        .execute();
      return { before: before!, after: (await views(trx, changed))[0]! };
    },

    setSecret: async (trx: WriteTransaction, id: string, secretHash: string): Promise<void> => {
      await trx
        .updateTable("customers")
        .set({ mqtt_secret_hash: secretHash, updated_at: new Date() })
        .where("id", "=", id)
        .execute();
    },

    /**
     * Deletes a customer without sites, with its users, roles and groups. Superadmins belong to no customer and stay.
     * @returns its users, whose accounts have to end
     */
    remove: async (trx: WriteTransaction, id: string): Promise<{ email: string; account: Account }[]> => {
      const people = await trx
        .deleteFrom("users")
        .where("customer_id", "=", id)
        .where("is_superadmin", "=", false)
        .returning(["email", "identity_pool as pool", "identity_sub as sub"])
        .execute();
      await trx
        .updateTable("users")
        .set({ customer_id: null, role_id: null, user_group_id: null })
        .where("customer_id", "=", id)
        .execute();
      await trx.deleteFrom("customers").where("id", "=", id).execute();
      return people.map(({ email, ...account }) => ({ email, account }));
    },

    /**
     * The sites of a customer, oldest first: people start on the first until they choose. `siteIds` null: all of them.
     */
    accessibleSites: async (customerId: string, siteIds: ReadonlySet<string> | null): Promise<AccessibleSite[]> => {
      const rows = await db
        .selectFrom("sites as s")
        .innerJoin("customers as c", "c.id", "s.customer_id")
        .selectAll("s")
        .select(["c.name as customer_name", "c.config"])
        .where("s.customer_id", "=", customerId)
        .orderBy("s.id")
        .execute();
      const all = await everything();
      return rows
        .filter((row) => siteIds === null || siteIds.has(row.id))
        .map((row) => ({
          id: row.id,
          guid: row.guid,
          name: row.name,
          customerId: row.customer_id,
          customerName: row.customer_name,
          customerConfig: completeConfig(row.config, all),
          lat: row.lat,
          lon: row.lon,
          location: row.location,
          hideGeofences: SiteSettings.parse(row.settings).hideGeofences,
          underlay: underlayOf(row.underlay),
        }));
    },
  };
}
