import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * What was written, in the order in which it was committed, and leases on work that one process at a time may do. The
 * defaults of the leases count for what a release without leases is doing while the next one starts beside it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table events (
  seq bigint generated always as identity primary key,
  id uuid not null unique,
  at timestamptz not null,
  kind text not null,
  operation text not null,
  customer_id uuid,
  site_id uuid,
  entity_type text not null,
  entity_id uuid,
  entity_name text not null,
  actor jsonb not null,
  data jsonb not null
);
create index events_at on events (at);

create table event_consumers (
  name text primary key,
  seq bigint not null,
  lease uuid,
  leased_until timestamptz not null default now()
);

alter table idempotency_keys
  add column lease uuid,
  add column leased_until timestamptz not null default now() + interval '1 minute';

alter table account_work
  add column lease uuid,
  add column leased_until timestamptz not null default now() + interval '2 minutes'
`,
  );
}
