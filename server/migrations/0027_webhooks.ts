import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * Webhooks, and what is on its way to them. The order of one entity's deliveries is that of its events' numbers;
 * `claimed_until` ends the claim of a process that was killed, so that another sends again. And a customer's events in
 * their order, for those who read them by cursor.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table webhooks (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  customer_id uuid not null references customers on delete cascade,
  site_id uuid references sites on delete cascade,
  name text not null,
  url text not null,
  kinds text[] not null default '{}',
  active boolean not null default true,
  secret text not null,
  sees_elevation boolean not null default false,
  failures int not null default 0,
  rests_until timestamptz
);
create index webhooks_customer on webhooks (customer_id);

create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  event_id uuid,
  seq bigint not null default 0,
  entity_key text not null,
  entity_name text not null,
  type text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  at timestamptz not null,
  attempts int not null default 0,
  next_try_at timestamptz not null,
  give_up_at timestamptz not null,
  claimed_until timestamptz,
  status int,
  duration_ms int,
  error text,
  unique (webhook_id, event_id)
);
create index webhook_deliveries_due on webhook_deliveries (next_try_at) where state = 'waiting';
create index webhook_deliveries_order on webhook_deliveries (webhook_id, entity_key, seq) where state = 'waiting';
create index webhook_deliveries_log on webhook_deliveries (webhook_id, at desc, seq desc, id desc);

create index events_customer on events (customer_id, seq)
`,
  );
}
