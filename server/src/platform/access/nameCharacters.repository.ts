import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";

/** What customers allow in names besides the usual characters; null: all customers together. */
export function nameCharactersRepository(db: Kysely<Database>): (customerId: string | null) => Promise<string> {
  return async (customerId) => {
    const all = db.selectFrom("customers").select("config");
    const rows = await (customerId === null ? all : all.where("id", "=", customerId)).execute();
    return [...new Set(rows.flatMap(({ config }) => Array.from(config.extraNameCharacters ?? "")))].join("");
  };
}
