import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../adapters/database/schema.ts";
import { arrayOf, instant } from "../adapters/database/unnest.ts";
import type { Bucket } from "./sightingBuckets.ts";

/** A time in which gateways heard a tracker, told late. */
export interface LateHeard {
  trackerId: string;
  /** Null: the tracker is archived, deleted or was never there. */
  siteId: string | null;
  fromMs: number;
  untilMs: number;
  /** Changes when more of it comes. */
  notedAt: Date;
}

/** Notes of which trackers these rows tell late; called in the transaction that stores them. */
export async function noteLate(trx: Kysely<Database>, rows: readonly Bucket[], nowMs: number): Promise<void> {
  const late = Map.groupBy(
    rows.filter(({ lateUntilMs }) => lateUntilMs > -Infinity),
    ({ trackerId }) => trackerId,
  );
  if (late.size === 0) return;
  const spans = [...late].map(([trackerId, ofTracker]) => ({
    trackerId,
    fromMs: ofTracker.reduce((least, { startMs }) => Math.min(least, startMs), Infinity),
    untilMs: ofTracker.reduce((most, { lateUntilMs }) => Math.max(most, lateUntilMs), -Infinity),
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

/** What was noted and has been quiet since then, or has waited since `longAgo`; the oldest first. */
export async function dueLate(
  db: Kysely<Database>,
  quietSince: Date,
  longAgo: Date,
  limit: number,
): Promise<LateHeard[]> {
  const rows = await db
    .selectFrom("late_heard as l")
    .leftJoin("trackers as t", (join) =>
      join.onRef("t.id", "=", "l.tracker_id").on("t.deleted_at", "is", null).on("t.archived", "=", false),
    )
    .select(["l.tracker_id", "t.site_id", "l.from_ts", "l.to_ts", "l.noted_at"])
    .where((eb) => eb.or([eb("l.noted_at", "<=", quietSince), eb("l.first_noted_at", "<=", longAgo)]))
    .orderBy("l.first_noted_at")
    .orderBy("l.tracker_id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    trackerId: row.tracker_id,
    siteId: row.site_id,
    fromMs: row.from_ts.getTime(),
    untilMs: row.to_ts.getTime(),
    notedAt: row.noted_at,
  }));
}

/** A part of a note, or all of it, that has been worked. */
export interface WorkedLate {
  late: LateHeard;
  untilMs: number;
}

/** Forgets what has been worked, except where more has come since it was read. */
export async function lateWorked(trx: Kysely<Database>, worked: readonly WorkedLate[]): Promise<void> {
  const [parts, whole] = [
    worked.filter(({ late, untilMs }) => untilMs < late.untilMs),
    worked.filter(({ late, untilMs }) => untilMs >= late.untilMs),
  ];
  if (parts.length > 0)
    await sql`update late_heard as l set from_ts = done.until_ts from ${done(parts)}
      where l.tracker_id = done.tracker_id and l.noted_at = done.noted_at`.execute(trx);
  if (whole.length > 0)
    await sql`delete from late_heard as l using ${done(whole)}
      where l.tracker_id = done.tracker_id and l.noted_at = done.noted_at`.execute(trx);
}

const done = (worked: readonly WorkedLate[]): RawBuilder<unknown> =>
  sql`unnest(
    ${arrayOf("uuid", worked, ({ late }) => late.trackerId)},
    ${arrayOf("timestamptz", worked, ({ late }) => late.notedAt.toISOString())},
    ${arrayOf("timestamptz", worked, ({ untilMs }) => instant(untilMs))}) as done (tracker_id, noted_at, until_ts)`;
