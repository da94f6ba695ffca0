import type { HardwareType } from "@pulse/protocols/adapter";
import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";
import { formerNamesOf } from "../database/formerNames.ts";

interface Named {
  id: string;
  name: string;
  username: string;
  secretHash: string;
}

/** Who an MQTT user name belongs to, with the hash of its password. */
export type Credentials =
  | (Named & {
      kind: "gateway";
      siteId: string;
      mac: string;
      mqttGuid: string;
      hardwareType: HardwareType;
      formerNames: string[];
    })
  | (Named & { kind: "tracker"; siteId: string; archived: boolean; mqttGuid: string })
  | (Named & { kind: "site_gateways"; siteId: string; customerId: string })
  | (Named & { kind: "site"; guid: string; customerGuid: string })
  | (Named & { kind: "customer"; guid: string });

/** The user names and password hashes of whatever may sign in over MQTT. */
export function credentialsRepository(db: Kysely<Database>) {
  const gateways = db
    .selectFrom("hardwares as o")
    .innerJoin("hardware_types as t", "t.id", "o.hardware_type_id")
    .select(["o.id", "o.name", "o.mqtt_username as username", "o.mqtt_secret_hash as secretHash"])
    .select(["o.mac", "o.mqtt_guid as mqttGuid", "o.site_id as siteId", "t.type as hardwareType"])
    .select(formerNamesOf("o").as("formerNames"))
    .where("o.deleted_at", "is", null);
  const trackers = db
    .selectFrom("trackers as o")
    .select(["o.id", "o.name", "o.mqtt_username as username", "o.mqtt_secret_hash as secretHash"])
    .select(["o.mqtt_guid as mqttGuid", "o.site_id as siteId", "o.archived"])
    .where("o.deleted_at", "is", null);
  const siteGateways = db
    .selectFrom("site_gateway_accounts as o")
    .innerJoin("sites as s", "s.id", "o.site_id")
    .select(["o.id", "s.name", "o.mqtt_username as username", "o.mqtt_secret_hash as secretHash"])
    .select(["o.site_id as siteId", "o.customer_id as customerId"]);
  const sites = db
    .selectFrom("sites as o")
    .innerJoin("customers as c", "c.id", "o.customer_id")
    .select(["o.id", "o.name", "o.mqtt_username as username", "o.mqtt_secret_hash as secretHash"])
    .select(["o.guid", "c.guid as customerGuid"]);
  const customers = db
    .selectFrom("customers as o")
    .select(["o.id", "o.name", "o.mqtt_username as username", "o.mqtt_secret_hash as secretHash", "o.guid"]);

  const gateway = (row: Awaited<ReturnType<typeof gateways.executeTakeFirstOrThrow>>): Credentials => ({
    kind: "gateway",
    ...row,
  });
  const tracker = (row: Awaited<ReturnType<typeof trackers.executeTakeFirstOrThrow>>): Credentials => ({
    kind: "tracker",
    ...row,
  });
  const site = (row: Awaited<ReturnType<typeof sites.executeTakeFirstOrThrow>>): Credentials => ({
    kind: "site",
    ...row,
  });
  const customer = (row: Awaited<ReturnType<typeof customers.executeTakeFirstOrThrow>>): Credentials => ({
    kind: "customer",
    ...row,
  });
  /** Gateways first: they sign in most. */
  const firstBy = async (column: "o.mqtt_username" | "o.id", value: string): Promise<Credentials | null> => {
    const ofGateway = await gateways.where(column, "=", value).executeTakeFirst();
    if (ofGateway) return gateway(ofGateway);
    const ofTracker = await trackers.where(column, "=", value).executeTakeFirst();
    if (ofTracker) return tracker(ofTracker);
    const ofSiteGateways = await siteGateways.where(column, "=", value).executeTakeFirst();
    if (ofSiteGateways) return { kind: "site_gateways", ...ofSiteGateways };
    const ofSite = await sites.where(column, "=", value).executeTakeFirst();
    if (ofSite) return site(ofSite);
    const ofCustomer = await customers.where(column, "=", value).executeTakeFirst();
    return ofCustomer ? customer(ofCustomer) : null;
  };

  return {
    /** Null: nobody has this user name. */
    find: (username: string): Promise<Credentials | null> => firstBy("o.mqtt_username", username),
    /** Null: it is not there. */
    of: (id: string): Promise<Credentials | null> => firstBy("o.id", id),
    /** Without the accounts of all gateways of a site, which only our own broker has. */
    all: async (): Promise<Credentials[]> => [
      ...(await gateways.execute()).map(gateway),
      ...(await trackers.execute()).map(tracker),
      ...(await sites.execute()).map(site),
      ...(await customers.execute()).map(customer),
    ],
  };
}
