import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * What is asked of devices, each request with its state, so that it survives a restart; what was last read from or
 * confirmed by each device; and what trackers report of themselves over time. No foreign keys to devices: a request
 * keeps the names of a time for reports, and a row written a moment after its tracker was deleted must not fail a batch.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table device_requests (
  id uuid primary key,
  customer_id uuid not null references customers on delete cascade,
  site_id uuid not null references sites on delete cascade,
  kind text not null check (kind in ('read', 'update', 'ring')),
  target text not null check (target in ('tracker', 'hardware')),
  target_id uuid not null,
  target_name text not null,
  asset_id uuid,
  asset_name text,
  state text not null check (state in ('queued', 'accepted', 'done', 'failed', 'expired')),
  reason text,
  command jsonb not null,
  configuration jsonb,
  seq int,
  via_id uuid,
  via_name text,
  tried uuid[] not null default '{}',
  sent_at timestamptz,
  requested_by text not null,
  requested_at timestamptz not null,
  accepted_at timestamptz,
  completed_at timestamptz
);
create index device_requests_target on device_requests (target_id, requested_at desc, id desc);
create index device_requests_site on device_requests (site_id, requested_at);
create index device_requests_requested on device_requests (requested_at);
create index device_requests_open on device_requests (requested_at, id) where state in ('queued', 'accepted');
create sequence device_request_seq as int minvalue 1 maxvalue 60000 cycle;

create table device_configurations (
  target_id uuid primary key,
  configuration jsonb,
  told jsonb,
  last_read_at timestamptz,
  last_requested_at timestamptz,
  last_updated_at timestamptz
);

create table telemetry (
  tracker_id uuid not null,
  ts timestamptz not null,
  battery_level smallint,
  battery_mv int,
  temperature real,
  humidity real,
  moving boolean,
  button text,
  primary key (tracker_id, ts)
);
create index telemetry_ts on telemetry using brin (ts)
`,
  );
}
