import type { ScheduleParameters, ScheduledReport } from "@pulse/contract/reportSchedules";
import type { Generated } from "kysely";
import type { DefaultJsonb, Entity } from "./columns.ts";

/** A file that is written in the background (contract/src/reports.ts). */
export interface ReportsTable {
  id: string;
  kind: "asset-history" | "geofence-history" | "asset-search-history" | "active-beacons";
  customer_id: string;
  site_id: string;
  user_id: string;
  user_email: string;
  start_at: Date;
  end_at: Date;
  /** The time zone of the times in the file. */
  zone: string;
  is_newest_first: Generated<boolean>;
  /** A file for each geofence. */
  is_split: Generated<boolean>;
  /** Whether the person who asked for it may read elevations. */
  sees_elevation: Generated<boolean>;
  state: Generated<"queued" | "running" | "done" | "failed" | "cancelled">;
  progress: Generated<number>;
  row_count: Generated<number | null>;
  file_name: Generated<string | null>;
  file_size: Generated<number | null>;
  /** Null: there is no file. */
  expires_at: Generated<Date | null>;
  /** Also distinguishes the process that is working on it from one that has taken it over. */
  attempts: Generated<number>;
  next_try_at: Date;
  claimed_until: Generated<Date | null>;
  requested_at: Date;
  completed_at: Generated<Date | null>;
  mailed_at: Generated<Date | null>;
  mail_attempts: Generated<number>;
  /** SHA-256 of the tokens in its mails' links, in hex. */
  link_hashes: Generated<string[]>;
  reason: Generated<string | null>;
  /** The schedule that made it; null: a person asked for it, or the schedule is gone. */
  schedule_id: Generated<string | null>;
  run_at: Generated<Date | null>;
  /** The schedule's name at that time. */
  title: Generated<string | null>;
  /** Why its mail was given up. */
  mail_reason: Generated<string | null>;
  /** Who sends its mail, and until when that is known to be at work; null: nobody. */
  mail_lease: Generated<string | null>;
  mail_leased_until: Generated<Date | null>;
}

/** A report that is made on a schedule (contract/src/reportSchedules.ts). */
export interface ReportSchedulesTable extends Entity {
  customer_id: string;
  name: string;
  report: ScheduledReport;
  parameters: DefaultJsonb<ScheduleParameters>;
  site_ids: string[];
  every: "day" | "week" | "month";
  /** HH:MM */
  at_local: string;
  weekday: number | null;
  day: number | null;
  zone: string;
  recipients: string[];
  active: boolean;
  /** Null: it is not active. */
  next_at: Date | null;
  last_at: Generated<Date | null>;
  /** Where the last report ended; null: there is nothing to catch up on. */
  covered_to: Generated<Date | null>;
}

/** Digests, kept until the mail server has them and for some days after that. */
export interface DigestMailsTable {
  id: string;
  schedule_id: string;
  run_at: Date;
  to: string;
  subject: string;
  text: string;
  next_try_at: Date;
  attempts: Generated<number>;
  mailed_at: Generated<Date | null>;
  /** Why it was given up. */
  reason: Generated<string | null>;
  /** Who sends it, and until when that is known to be at work; null: nobody. */
  mail_lease: Generated<string | null>;
  mail_leased_until: Generated<Date | null>;
}
