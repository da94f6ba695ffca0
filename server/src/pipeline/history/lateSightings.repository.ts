import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf, instant } from "../../platform/database/unnest.ts";
import type { Bucket } from "./sightingBuckets.ts";

/** Notes which trackers these rows report late; called in the transaction that stores them. */
export async function storeLate(trx: Kysely<Database>, rows: readonly Bucket[], nowMs: number): Promise<void> {
  const late = Map.groupBy(
    rows.filter(({ lateUntilMs }) => lateUntilMs > -Infinity),
    ({ trackerId }) => trackerId,
  );
  if (late.size === 0) return;
  const spans = [...late].map(([trackerId, ofTracker]) => ({
    trackerId,
    fromMs: ofTracker.reduce((earliest, { startMs }) => Math.min(earliest, startMs), Infinity),
    untilMs: ofTracker.reduce((latest, { lateUntilMs }) => Math.max(latest, lateUntilMs), -Infinity),
  }));
  const now = new Date(nowMs);
  await sql`insert into late_heard as known (tracker_id, from_ts, to_ts, first_noted_at, noted_at)
    select id, from_ts, to_ts, ${now}, ${now} from unnest(
      ${arrayOf("uuid", spans, ({ trackerId }) => trackerId)},
      ${arrayOf("timestamptz", spans, ({ fromMs }) => instant(fromMs))},
      ${arrayOf("timestamptz", spans, ({ untilMs }) => instant(untilMs))}) as late (id, from_ts, to_ts)
    on conflict (tracker_id) do update set
      from_ts = least(known.from_ts, excluded.from_ts),
      to_ts = greatest(known.to_ts, excluded.to_ts),
      noted_at = excluded.noted_at`.execute(trx);
}
