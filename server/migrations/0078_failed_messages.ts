import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/** Messages of devices that could not be processed: a fault of Pulse's, which stops nobody's other messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table failed_messages (
  id uuid primary key,
  customer_id uuid not null,
  site_id uuid not null references sites on delete cascade,
  sender_kind text not null check (sender_kind in ('gateway', 'tracker')),
  sender_id uuid not null,
  topic text not null,
  payload bytea not null,
  received_at timestamptz not null,
  log_id uuid not null,
  position bigint not null,
  tries integer not null,
  tried_at timestamptz not null,
  retried_at timestamptz,
  reason text not null,
  unique (log_id, position)
);
create index failed_messages_site on failed_messages (site_id);
create index failed_messages_received on failed_messages (received_at)
`,
  );
}
