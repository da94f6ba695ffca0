import type { Kysely } from "kysely";
import { ddl } from "./ddl.ts";

/**
 * Reports that come by themselves. `covered_to` is where the last one ended, so that a run after a pause leaves nothing out.
 * A digest is a mail without a file; it waits in its own table until the mail server has it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
create table report_schedules (
  id uuid primary key,
  customer_id uuid not null references customers on delete cascade,
  name text not null,
  report text not null,
  parameters jsonb not null default '{}',
  site_ids uuid[] not null,
  every text not null check (every in ('day', 'week', 'month')),
  at_local text not null,
  weekday int,
  day int,
  zone text not null,
  recipients text[] not null,
  active boolean not null,
  next_at timestamptz,
  last_at timestamptz,
  covered_to timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index report_schedules_customer on report_schedules (customer_id);
create index report_schedules_next on report_schedules (next_at) where next_at is not null;

create table digest_mails (
  id uuid primary key,
  schedule_id uuid not null references report_schedules on delete cascade,
  run_at timestamptz not null,
  "to" text not null,
  subject text not null,
  text text not null,
  next_try_at timestamptz not null,
  attempts int not null default 0,
  mailed_at timestamptz,
  reason text
);
create index digest_mails_due on digest_mails (next_try_at) where mailed_at is null and reason is null;
create index digest_mails_run on digest_mails (schedule_id, run_at);

alter table reports add column schedule_id uuid references report_schedules on delete set null;
alter table reports add column run_at timestamptz;
alter table reports add column title text;
alter table reports add column mail_reason text;
create index reports_schedule on reports (schedule_id, run_at) where schedule_id is not null
`,
  );
}
