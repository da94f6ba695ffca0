import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/** With what each part is indexed by. */
const indexes = {
  id: "(id)",
  at: "(at)",
  customer: "(customer_id, seq)",
  told_site: "(site_id, at desc, seq desc) where told_last and told_level = 'site'",
  told_customer: "(customer_id, at desc, seq desc) where told_last and told_level = 'customer'",
  told_key: "(told_key, at desc) where told_last and told_key is not null",
} as const;

/**
 * Keeps events in parts, so that what is old goes as a whole. They are cut by number and not by time: numbers are what
 * readers go by, and stay the key. What was there becomes the first part as it stands, and no row is copied; its number is
 * in its name. Numbers come from a sequence of its own, since no release of PostgreSQL before 17 takes an identity in parts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
alter table events rename to events_from_1;
alter table events_from_1 rename constraint events_pkey to events_from_1_pkey;
alter table events_from_1 drop constraint events_id_key;
alter table events_from_1 alter column seq drop identity;
create sequence events_seq as bigint;
select setval('events_seq', coalesce(max(seq), 0) + 1, false) from events_from_1
`,
  );
  for (const name of Object.keys(indexes))
    await ddl(db, `alter index if exists events_${name} rename to events_from_1_${name}`);
  await ddl(
    db,
    `
create table events (like events_from_1 including defaults including constraints, primary key (seq)) partition by range (seq);
alter table events alter column seq set default nextval('events_seq');
alter sequence events_seq owned by events.seq;
alter table events attach partition events_from_1 for values from (1) to (maxvalue)
`,
  );
  // The first part gives those that it has.
  for (const [name, on] of Object.entries(indexes)) await ddl(db, `create index events_${name} on events ${on}`);
}
