import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * Reports: what was asked for, how far it is, and which file came of it. `claimed_until` ends the claim of a process that
 * was killed, so that another continues. `link_token` is the link of the mail, and ends with the file.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table reports (
  id uuid primary key,
  kind text not null,
  customer_id uuid not null references customers on delete cascade,
  site_id uuid not null references sites on delete cascade,
  user_id uuid not null,
  user_email text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  zone text not null,
  is_newest_first boolean not null default false,
  is_split boolean not null default false,
  sees_elevation boolean not null default false,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  progress float8 not null default 0,
  row_count int,
  file_name text,
  file_size bigint,
  expires_at timestamptz,
  attempts int not null default 0,
  next_try_at timestamptz not null,
  claimed_until timestamptz,
  requested_at timestamptz not null,
  completed_at timestamptz,
  mailed_at timestamptz,
  mail_attempts int not null default 0,
  link_token text,
  reason text
);
create index reports_user on reports (user_id, requested_at desc);
create index reports_work on reports (next_try_at) where state in ('queued', 'running') or (state = 'done' and mailed_at is null);
create unique index reports_link on reports (link_token);
create index reports_expiry on reports (expires_at) where expires_at is not null
`,
  );
}
