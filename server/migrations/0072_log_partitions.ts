import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * Several processes share the work on a log: which process works on which partition, which processes there are, and how far
 * each partition is. The lease on the whole log goes, so that a process of an earlier release that was only paused can write
 * nothing more. Progress on the whole log is that of partition 0, from which the others begin.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
drop table log_leases;
create table log_partitions (
  log_id uuid not null,
  partition smallint not null,
  lease uuid not null,
  leased_until timestamptz not null,
  fencing_token bigint not null,
  primary key (log_id, partition)
);
create table log_processes (
  log_id uuid not null,
  process uuid not null,
  leased_until timestamptz not null,
  primary key (log_id, process)
);
alter table log_cursors add column partition smallint not null default 0;
alter table log_cursors drop constraint log_cursors_pkey;
alter table log_cursors add primary key (log_id, partition, consumer, slice)
`,
  );
}
