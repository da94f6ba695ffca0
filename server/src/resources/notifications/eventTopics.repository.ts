import type { Event } from "@pulse/contract/events";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";

/** The MQTT topic of an event (shapes S10), of its site or of its customer; null: neither exists any more. */
export function eventTopics(db: Kysely<Database>): (event: Event) => Promise<string | null> {
  // A guid never changes.
  const known = new Map<string, string>();
  const guidOf = async (table: "customers" | "sites", id: string): Promise<string | null> => {
    const guid =
      known.get(id) ?? (await db.selectFrom(table).select("guid").where("id", "=", id).executeTakeFirst())?.guid;
    if (guid !== undefined) known.set(id, guid);
    return guid ?? null;
  };
  return async ({ customerId, siteId }) => {
    const customer = await guidOf("customers", customerId);
    if (customer === null) return null;
    if (siteId === null) return `pulse/v1/${customer}/events`;
    const site = await guidOf("sites", siteId);
    return site && `pulse/v1/${customer}/${site}/events`;
  };
}
