import type { ColdMonth } from "@pulse/contract/operations";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";

/** How many months of sites are listed: whoever has more looks for those that failed, which come first. */
const maxMonths = 200;
/** A file that was noted longer ago than this and is not readable yet was left by a crash, s. */
const movingS = 3600;

interface MonthRow extends Omit<ColdMonth, "movedAt" | "failure"> {
  movedAt: Date | null;
  failedAt: Date | null;
  reason: string | null;
  count: number;
}

/**
 * The months of each site's history, by UTC, with where they are; months without any are left out. Null: nothing moves to files
 * (`afterMonths`), and nothing is there.
 */
export async function coldMonths(
  db: Kysely<Database>,
  afterMonths: number | null,
  now: Date,
): Promise<{ count: number; months: ColdMonth[] } | null> {
  const { rows } = await sql<MonthRow>`
    with spans as (
      select s.id, s.name, c.name as customer, f.until_ts, least(
        (select min(from_ts) from cold_files where site_id = s.id),
        (select min(p.ts) from trackers t, lateral (
          select ts from positions where tracker_id = t.id order by ts limit 1) as p where t.site_id = s.id)) as first
      from sites s join customers c on c.id = s.customer_id left join cold_sites f on f.site_id = s.id
    ), months as (
      select s.*, m as from_ts, (m at time zone 'UTC' + interval '1 month') at time zone 'UTC' as to_ts
      from spans s, lateral (
        select each at time zone 'UTC' as m from generate_series(
          date_trunc('month', first at time zone 'UTC'), ${now}::timestamptz at time zone 'UTC', interval '1 month') as each) as a
    ), found as (
      select m.*, f.*, n.*, x.failed_at, x.reason
      from months m
      left join cold_failures x on x.site_id = m.id and x.from_ts >= m.from_ts and x.from_ts < m.to_ts
      cross join lateral (
        select count(*)::int as files, coalesce(sum(rows), 0)::float8 as rows, coalesce(sum(bytes), 0)::float8 as bytes,
          max(frozen_at) as moved_at
        from cold_files where site_id = m.id and frozen_at is not null and from_ts >= m.from_ts and from_ts < m.to_ts) as f
      cross join lateral (
        select exists (select from cold_files where site_id = m.id and frozen_at is null and from_ts >= m.from_ts
          and from_ts < m.to_ts and noted_at > ${now}::timestamptz - make_interval(secs => ${movingS})
          and (x.failed_at is null or noted_at > x.failed_at)) as is_noted) as n
      where f.files > 0 or exists (
        select from trackers t where t.site_id = m.id and exists (
          select from positions where tracker_id = t.id and ts >= m.from_ts and ts < m.to_ts))
    ), listed as (
      select *, case
        when files > 0 and until_ts >= to_ts then 'files'
        when is_noted then 'moving'
        when failed_at is not null then 'failed'
        when files > 0 then 'moving'
        else 'database' end as state
      from found
    )
    select to_char(from_ts at time zone 'UTC', 'YYYY-MM') as month, id as "siteId", name as site, customer, state, rows, bytes,
      moved_at as "movedAt", failed_at as "failedAt", reason, (count(*) over ())::int as count
    from listed
    order by array_position(array['failed', 'moving'], state), month desc, customer, name, id
    limit ${maxMonths}`.execute(db);
  if (afterMonths === null && rows.every(({ state }) => state === "database")) return null;
  return {
    count: rows[0]?.count ?? 0,
    months: rows.map(({ movedAt, failedAt, reason, ...row }) => ({
      month: row.month,
      siteId: row.siteId,
      site: row.site,
      customer: row.customer,
      state: row.state,
      rows: row.rows,
      bytes: row.bytes,
      movedAt: movedAt?.toISOString() ?? null,
      failure: failedAt === null || reason === null ? null : { at: failedAt.toISOString(), reason },
    })),
  };
}
