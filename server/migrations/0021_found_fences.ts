import type { Kysely } from "kysely";
import { addTrigrams, field, searchText } from "./0007_search.ts";
import { ddl } from "./ddl.ts";

/** Geofences are found by their names, and one that only clutters the map can be left off it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const text = searchText(field("name", 100));
  await ddl(
    db,
    `
alter table geofences add column hidden_on_map boolean not null default false;
alter table geofences add column search_text text not null generated always as (${text}) stored;
create index geofences_search on geofences (customer_id, search_text text_pattern_ops)
`,
  );
  await addTrigrams(db, ["geofences"]);
}
