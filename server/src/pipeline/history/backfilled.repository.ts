import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf, instant } from "../../platform/database/unnest.ts";
import type { ChangedTime } from "./changedTimes.ts";

/** A time of a tracker without positions; both ends exclusive. */
export interface Hole {
  trackerId: string;
  fromMs: number;
  untilMs: number;
}

/**
 * Whether a row `p` was made afterwards and may be made again. That excludes rows that live fixes have continued, or
 * might still continue: the end of what was made must be before `settled`.
 */
export const isBackfilled = (settled: Date): RawBuilder<unknown> =>
  sql`(exists (select from past_made m where m.tracker_id = p.tracker_id and m.from_ts < p.ts and m.to_ts > p.end_ts
      and m.to_ts < ${settled})
    and not exists (select from latest_positions l where l.tracker_id = p.tracker_id and l.ts = p.ts))`;

const spans = (holes: readonly Hole[]): RawBuilder<unknown> =>
  sql`unnest(
    ${arrayOf("uuid", holes, ({ trackerId }) => trackerId)},
    ${arrayOf("timestamptz", holes, ({ fromMs }) => instant(fromMs))},
    ${arrayOf("timestamptz", holes, ({ untilMs }) => instant(untilMs))}) as span (id, from_ts, to_ts)`;

/**
 * Deletes the rows that were made for these times before, with their smoothed places. Returns the times that they
 * covered.
 */
export async function deleteBackfilled(
  trx: Kysely<Database>,
  holes: readonly Hole[],
  settled: Date,
): Promise<ChangedTime[]> {
  if (holes.length === 0) return [];
  const { rows } = await sql<{ site_id: string; ts: Date; end_ts: Date }>`
    with gone as (
      delete from positions p using ${spans(holes)}
      where p.tracker_id = span.id and p.ts > span.from_ts and p.ts < span.to_ts and ${isBackfilled(settled)}
      returning p.tracker_id, p.site_id, p.ts, p.end_ts
    ), places as (
      delete from smoothed_positions s using gone where s.tracker_id = gone.tracker_id and s.ts = gone.ts
    )
    select site_id, ts, end_ts from gone`.execute(trx);
  return rows.map((row) => ({ siteId: row.site_id, fromMs: row.ts.getTime(), toMs: row.end_ts.getTime() }));
}

/** Records that all rows within these times were made afterwards. */
export async function storeBackfilled(
  trx: Kysely<Database>,
  siteId: string,
  holes: readonly Hole[],
  createdAt: Date,
): Promise<void> {
  if (holes.length === 0) return;
  const { rows: replaced } = await sql<{ id: string; from_ts: Date; to_ts: Date }>`
    delete from past_made m using ${spans(holes)}
    where m.tracker_id = span.id and m.from_ts < span.to_ts and m.to_ts > span.from_ts
    returning m.tracker_id as id, span.to_ts as from_ts, m.to_ts`.execute(trx);
  // A long time is made an hour at a time, so what follows that hour stays recorded as before.
  const remaining = replaced
    .filter((row) => row.to_ts > row.from_ts)
    .map((row) => ({ trackerId: row.id, fromMs: row.from_ts.getTime(), untilMs: row.to_ts.getTime() }));
  await sql`insert into past_made (tracker_id, from_ts, to_ts, site_id, made_at)
    select span.id, span.from_ts, span.to_ts, ${siteId}::uuid, ${createdAt}::timestamptz from ${spans([...holes, ...remaining])}
    on conflict (tracker_id, from_ts) do update set to_ts = greatest(past_made.to_ts, excluded.to_ts)`.execute(trx);
}
