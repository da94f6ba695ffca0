import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * The tokens of reports' links are kept as SHA-256 only, so that who reads the database, or a copy of it, cannot open
 * them. Each mail has a token of its own: one whose sending was cut short may have arrived nevertheless. Links that
 * were mailed before stay good.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
alter table reports add column link_hashes text[] not null default '{}';
update reports set link_hashes = array[encode(sha256(convert_to(link_token, 'UTF8')), 'hex')] where link_token is not null;
drop index reports_link;
alter table reports drop column link_token;
create index reports_links on reports using gin (link_hashes);
`,
  );
}
