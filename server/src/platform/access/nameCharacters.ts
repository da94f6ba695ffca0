import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";
import { nameCharactersRepository } from "./nameCharacters.repository.ts";

/**
 * The characters that a customer allows in names besides the usual ones (decisions D1); null: a superadmin's call, which
 * does not say for which customer it is, so what any of them allows.
 */
export function nameCharacters(db: Kysely<Database>, customerId: string | null): Promise<string> {
  return nameCharactersRepository(db)(customerId);
}
