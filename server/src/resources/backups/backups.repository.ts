import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";

/** The customers whose pages superadmins may be looking at. */
export function customersToNotify(db: Kysely<Database>): Promise<{ id: string; name: string }[]> {
  return db.selectFrom("customers").select(["id", "name"]).orderBy("id").execute();
}
