import type { AccessibleSite, Customer } from "@pulse/contract/customers";
import { SiteSettings } from "@pulse/contract/sites";
import type { Kysely } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import { completeConfig } from "./completeConfig.ts";

export type CustomersRepository = ReturnType<typeof customersRepository>;

export function customersRepository(db: Kysely<Database>) {
  const everything = async (): Promise<{ hardwareTypes: string[]; operations: string[] }> => ({
    hardwareTypes: (await db.selectFrom("hardware_types").select("id").orderBy("id").execute()).map((row) => row.id),
    operations: (await db.selectFrom("operations").select("id").orderBy("id").execute()).map((row) => row.id),
  });

  const customers = async (id: string | null): Promise<Customer[]> => {
    const rows = await db
      .selectFrom("customers")
      .selectAll()
      .$if(id !== null, (query) => query.where("id", "=", id!))
      .orderBy("name")
      .execute();
    const sites = await db.selectFrom("sites").select(["id", "name", "customer_id"]).orderBy("name").execute();
    const all = await everything();
    return rows.map((row) => {
      const config = completeConfig(row.config, all);
      return {
        id: row.id,
        guid: row.guid,
        version: row.version,
        createdAt: row.created_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
        name: row.name,
        location: row.location,
        admin: row.admin,
        customerCode: row.customer_code,
        locationUpdateMechanism: config.identifierLocationUpdateMechanism,
        mqttUsername: row.mqtt_username,
        sites: sites.filter((site) => site.customer_id === row.id).map((site) => ({ id: site.id, name: site.name })),
        config,
      };
    });
  };

  return {
    everything,
    list: () => customers(null),
    find: async (id: string): Promise<Customer | null> => (await customers(id))[0] ?? null,
    /** The sites of a customer, the oldest first: where people land until they choose. `siteIds` null: all of them. */
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
        }));
    },
  };
}
