import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/** Messages kept instead of sent, who did what, and the answers of writes that may be repeated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table outbox (
  id uuid primary key,
  channel text not null check (channel in ('email', 'sms')),
  "to" text not null,
  subject text,
  text text not null,
  attachments jsonb not null default '[]',
  sent_at timestamptz not null default now()
);
create index outbox_sent on outbox (sent_at);

create table audit_entries (
  id uuid primary key,
  ts timestamptz not null,
  customer_id uuid,
  site_id uuid,
  user_id uuid,
  user_email text,
  ip text not null,
  user_agent text not null,
  action text not null,
  entity_kind text,
  entity_id uuid,
  entity_name text,
  changes jsonb not null default '[]',
  outcome text not null check (outcome in ('ok', 'refused')),
  request_id text not null
);
create index audit_entries_customer on audit_entries (customer_id, ts);
create index audit_entries_entity on audit_entries (entity_id, ts);
create index audit_entries_ts on audit_entries (ts);

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  method text not null,
  path text not null,
  request_hash text not null,
  status int,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created on idempotency_keys (created_at)
`,
  );
}
