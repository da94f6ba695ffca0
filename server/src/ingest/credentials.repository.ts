import type { HardwareType } from "@pulse/protocols/adapter";
import type { Kysely } from "kysely";
import type { Database } from "../adapters/database/schema.ts";

interface Named {
  id: string;
  name: string;
  secretHash: string;
}

/** Who an MQTT user name belongs to, with the hash of its password. */
export type Credentials =
  | (Named & { kind: "gateway"; mac: string; mqttGuid: string; hardwareType: HardwareType })
  | (Named & { kind: "tracker"; mqttGuid: string })
  | (Named & { kind: "site"; guid: string; customerGuid: string })
  | (Named & { kind: "customer"; guid: string });

/** The user names and password hashes of whatever may sign in over MQTT. */
export function credentialsRepository(db: Kysely<Database>) {
  const gateway = async (username: string): Promise<Credentials | null> => {
    const row = await db
      .selectFrom("hardwares as h")
      .innerJoin("hardware_types as t", "t.id", "h.hardware_type_id")
      .select(["h.id", "h.name", "h.mac", "h.mqtt_guid as mqttGuid", "h.mqtt_secret_hash as secretHash"])
      .select("t.type as hardwareType")
      .where("h.mqtt_username", "=", username)
      .where("h.deleted_at", "is", null)
      .executeTakeFirst();
    return row ? { kind: "gateway", ...row } : null;
  };
  const tracker = async (username: string): Promise<Credentials | null> => {
    const row = await db
      .selectFrom("trackers")
      .select(["id", "name", "mqtt_guid as mqttGuid", "mqtt_secret_hash as secretHash"])
      .where("mqtt_username", "=", username)
      .where("archived", "=", false)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    return row ? { kind: "tracker", ...row } : null;
  };
  const site = async (username: string): Promise<Credentials | null> => {
    const row = await db
      .selectFrom("sites as s")
      .innerJoin("customers as c", "c.id", "s.customer_id")
      .select(["s.id", "s.name", "s.guid", "c.guid as customerGuid", "s.mqtt_secret_hash as secretHash"])
      .where("s.mqtt_username", "=", username)
      .executeTakeFirst();
    return row ? { kind: "site", ...row } : null;
  };
  const customer = async (username: string): Promise<Credentials | null> => {
    const row = await db
      .selectFrom("customers")
      .select(["id", "name", "guid", "mqtt_secret_hash as secretHash"])
      .where("mqtt_username", "=", username)
      .executeTakeFirst();
    return row ? { kind: "customer", ...row } : null;
  };

  return {
    /** Gateways first: they sign in most. Null: nobody has this user name. */
    find: async (username: string): Promise<Credentials | null> =>
      (await gateway(username)) ?? (await tracker(username)) ?? (await site(username)) ?? customer(username),
  };
}
