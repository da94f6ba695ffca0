import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * The trackers that an asset has now. Until a table has statistics the planner takes any index of the open links for a
 * small one, and read all of them for each asset of a page.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, "create index links_open_asset on links (asset_id) where unlinked_at is null");
}
