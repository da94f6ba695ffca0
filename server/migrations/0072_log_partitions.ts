import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * Several processes share the work on a log: which process works on which partition, which processes there are, and how far
 * each partition is. Lease and progress of the whole log stay, for processes of the release before, and because the partitions
 * begin from there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
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
create table log_partition_cursors (
  log_id uuid not null,
  partition smallint not null,
  consumer text not null,
  slice smallint not null,
  position bigint not null,
  at timestamptz,
  primary key (log_id, partition, consumer, slice)
)
`,
  );
}
