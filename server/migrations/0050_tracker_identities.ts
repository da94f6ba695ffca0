import type { Kysely } from "kysely";
import { addTrigrams, both, field, searchText } from "./0007_search.ts";
import { ddl } from "./ddl.ts";

const mac = "lower(coalesce(mac, ''))";
/** As migration 7 has it, for trackers that may have no MAC. */
const words = searchText(field("name", 100), ...both(field("serial_no", 100)), mac, `replace(${mac}, ':', '')`);

/**
 * What a tracker is recognised by besides its first MAC: further MACs, iBeacon and Eddystone identities, and keys that
 * resolve private addresses. A tracker with one of these needs no MAC.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
alter table trackers drop column search_text;
alter table trackers alter column mac drop not null;
alter table trackers add column search_text text not null generated always as (${words}) stored;
create index trackers_search on trackers (customer_id, search_text text_pattern_ops);
create table tracker_identities (
  tracker_id uuid not null references trackers on delete cascade,
  customer_id uuid not null,
  position smallint not null,
  kind text not null check (kind in ('mac', 'ibeacon', 'eddystone_uid', 'irk')),
  value text not null,
  primary key (tracker_id, position)
);
alter table heard add column identities jsonb not null default '[]';
create unique index tracker_identities_key on tracker_identities (customer_id, kind, value);
`,
  );
  await addTrigrams(db, ["trackers"]);
}
