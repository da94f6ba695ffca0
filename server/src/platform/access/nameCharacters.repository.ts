import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";

/**
 * The characters that a customer allows in names besides the usual ones (decisions D1); null: a superadmin's call, which
 * does not say for which customer it is, so what any of them allows.
 */
export function nameCharacters(db: Kysely<Database>): (customerId: string | null) => Promise<string> {
  return async (customerId) => {
    const all = db.selectFrom("customers").select("config");
    const rows = await (customerId === null ? all : all.where("id", "=", customerId)).execute();
    return [...new Set(rows.flatMap(({ config }) => Array.from(config.extraNameCharacters ?? "")))].join("");
  };
}
