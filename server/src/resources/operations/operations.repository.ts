import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";

/** What waits in the database, and since when; null: nothing. */
export interface StoredQueue {
  waiting: number;
  since: Date | null;
}

export type StoredQueues = Record<"webhooks" | "reports" | "mail", StoredQueue>;

/** A table whose rows come in all the time, and the column with their time. */
export interface GrowingTable {
  table: "sightings" | "positions" | "smoothed_positions" | "telemetry" | "events" | "audit_entries";
  column: "ts" | "at";
}

export type OperationsRepository = ReturnType<typeof operationsRepository>;

/** @param db reads that people wait for, each limited in time */
export function operationsRepository(db: Kysely<Database>) {
  return {
    /** Deliveries, reports and mails that are not done yet; what was given up does not count. */
    queues: async (now: Date): Promise<StoredQueues> => {
      const { rows } = await sql<{ id: keyof StoredQueues; waiting: number; since: Date | null }>`
        select 'webhooks' as id, count(*)::int as waiting, min(d.at) as since
          from webhook_deliveries d join webhooks w on w.id = d.webhook_id
          where d.state = 'waiting' and w.active
        union all
        select 'reports', count(*)::int, min(requested_at) from reports where state in ('queued', 'running')
        union all
        select 'mail', count(*)::int, min(since) from (
          select completed_at as since from reports
            where state = 'done' and mailed_at is null and mail_reason is null and expires_at > ${now}
          union all
          select run_at from digest_mails where mailed_at is null and reason is null
        ) as mails`.execute(db);
      const of = (id: keyof StoredQueues): StoredQueue => rows.find((row) => row.id === id)!;
      return { webhooks: of("webhooks"), reports: of("reports"), mail: of("mail") };
    },

    /** Positions that are in files; null: there are none. */
    coldHistory: async (): Promise<{ rows: number; bytes: number; until: Date } | null> => {
      const { rows } = await sql<{ rows: number; bytes: number; until: Date | null }>`
        select coalesce(sum(rows), 0)::float8 as rows, coalesce(sum(bytes), 0)::float8 as bytes, max(to_ts) as until
        from cold_files where frozen_at is not null`.execute(db);
      const { until, ...sums } = rows[0]!;
      return until === null ? null : { ...sums, until };
    },

    databaseBytes: async (): Promise<number> => {
      const { rows } = await sql<{ bytes: number }>`
        select pg_database_size(current_database())::float8 as bytes`.execute(db);
      return rows[0]!.bytes;
    },

    /**
     * The time of the oldest row since a moment; null: there is none. Looks for the first hour that has rows, since a day may
     * have millions.
     */
    firstSince: async ({ table, column }: GrowingTable, since: Date, until: Date): Promise<Date | null> => {
      const at = sql.ref(column);
      const { rows } = await sql<{ first: Date | null }>`
        with first_hour as (
          select hour from generate_series(${since}::timestamptz, ${until}::timestamptz, interval '1 hour') as hour
            where exists (select from ${sql.table(table)} where ${at} >= hour and ${at} < hour + interval '1 hour')
            order by hour limit 1)
        select min(${at}) as first from ${sql.table(table)}, first_hour
          where ${at} >= hour and ${at} < least(hour + interval '1 hour', ${until})`.execute(db);
      return rows[0]?.first ?? null;
    },

    /** How many rows came in these spans. */
    countWithin: async (
      { table, column }: GrowingTable,
      spans: readonly { start: Date; end: Date }[],
    ): Promise<number> => {
      const at = sql.ref(column);
      const within = spans.map(({ start, end }) => sql`(${at} >= ${start} and ${at} < ${end})`);
      const { rows } = await sql<{ count: number }>`
        select count(*)::float8 as count from ${sql.table(table)} where ${sql.join(within, sql` or `)}`.execute(db);
      return rows[0]!.count;
    },

    /** The size of a table with its parts and indexes, and how many rows the last vacuum has found in it. */
    sizeOf: async ({ table }: GrowingTable): Promise<{ bytes: number; rows: number }> => {
      const { rows } = await sql<{ bytes: number; rows: number }>`
        select coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 as bytes,
          coalesce(sum(greatest(c.reltuples, 0)), 0)::float8 as rows
        from pg_class c
        where c.relkind = 'r' and (c.oid = ${table}::regclass
          or c.oid in (select inhrelid from pg_inherits where inhparent = ${table}::regclass))`.execute(db);
      return rows[0]!;
    },
  };
}
