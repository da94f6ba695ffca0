import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf, instant } from "../../platform/database/unnest.ts";
import { type Hole, isBackfilled } from "./backfilled.repository.ts";
import type { PastWork } from "./pastWork.repository.ts";

/** What one gateway heard of a tracker: `second rssi count` of each step, separated by commas. */
export interface SightingText {
  trackerId: string;
  gatewayId: string;
  steps: string;
}

/** The time for which a tracker had an asset of its site; null: it still has it. */
export interface LinkTime {
  trackerId: string;
  assetId: string;
  fromMs: number;
  untilMs: number | null;
}

/** A time for which one of an asset's trackers says where the asset was. */
export interface AssetClaim {
  assetId: string;
  trackerId: string;
  fromMs: number;
  untilMs: number;
}

const spansOf = (late: readonly PastWork[]): RawBuilder<unknown> =>
  sql`unnest(
    ${arrayOf("uuid", late, ({ trackerId }) => trackerId)},
    ${arrayOf("timestamptz", late, ({ fromMs }) => instant(fromMs))},
    ${arrayOf("timestamptz", late, ({ untilMs }) => instant(untilMs))}) as wanted (id, from_ts, to_ts)`;

/**
 * The times of trackers, within those that were reported late, that no row covers, if they are longer than `longerMs`.
 * @param settled rows that were made for these times afterwards, and ended before this moment, do not count
 */
export async function holesOf(
  db: Kysely<Database>,
  late: readonly PastWork[],
  longerMs: number,
  settled: Date,
): Promise<Hole[]> {
  // A row before the time may reach into it; where there is none, all of the time may be a hole.
  const { rows } = await sql<{ id: string; begin_ts: Date; end_ts: Date }>`
    select id, greatest(held_ts, from_ts) as begin_ts, next_ts as end_ts from (
      select id, from_ts, held_ts, coalesce(lead(ts) over (partition by id order by ts), to_ts) as next_ts from (
        select wanted.id, wanted.from_ts, wanted.to_ts, wanted.from_ts as ts,
          coalesce(before.end_ts, wanted.from_ts - interval '1 day') as held_ts
        from ${spansOf(late)} left join lateral (
          select p.end_ts from positions p where p.tracker_id = wanted.id and p.ts < wanted.from_ts
          order by p.ts desc limit 1) as before on true
        union all
        select wanted.id, wanted.from_ts, wanted.to_ts, p.ts, p.end_ts
        from ${spansOf(late)} join positions p
          on p.tracker_id = wanted.id and p.ts >= wanted.from_ts and p.ts <= wanted.to_ts
            and not ${isBackfilled(settled)}
      ) as held
    ) as between_rows
    where next_ts - held_ts > ${longerMs} * interval '1 millisecond' and next_ts > from_ts
    order by id, begin_ts`.execute(db);
  return rows.map(({ id, begin_ts, end_ts }) => ({
    trackerId: id,
    fromMs: begin_ts.getTime(),
    untilMs: end_ts.getTime(),
  }));
}

/** What gateways heard in these times and `beforeMs` before; as text, since the thread that needs it reads it. */
export async function sightingTexts(
  db: Kysely<Database>,
  holes: readonly Hole[],
  beforeMs: number,
): Promise<SightingText[]> {
  const { rows } = await sql<{ tracker_id: string; hardware_id: string; steps: string }>`
    select s.tracker_id, s.hardware_id,
      string_agg(concat_ws(' ', extract(epoch from s.ts)::bigint, s.rssi, s.count), ',' order by s.ts) as steps
    from (select distinct on (s.tracker_id, s.ts, s.hardware_id) s.* from unnest(
        ${arrayOf("uuid", holes, ({ trackerId }) => trackerId)},
        ${arrayOf("timestamptz", holes, ({ fromMs }) => instant(fromMs - beforeMs))},
        ${arrayOf("timestamptz", holes, ({ untilMs }) => instant(untilMs))}) as hole (id, from_ts, to_ts)
      join sightings s on s.tracker_id = hole.id and s.ts >= hole.from_ts and s.ts < hole.to_ts) as s
    group by s.tracker_id, s.hardware_id`.execute(db);
  return rows.map((row) => ({ trackerId: row.tracker_id, gatewayId: row.hardware_id, steps: row.steps }));
}

/** Which assets of their site the trackers had in these times. */
export async function linkTimes(db: Kysely<Database>, late: readonly PastWork[]): Promise<LinkTime[]> {
  const { rows } = await sql<{ tracker_id: string; asset_id: string; linked_at: Date; unlinked_at: Date | null }>`
    select l.tracker_id, l.asset_id, l.linked_at, l.unlinked_at
    from ${spansOf(late)} join links l on l.tracker_id = wanted.id and l.linked_at <= wanted.to_ts
      and (l.unlinked_at is null or l.unlinked_at >= wanted.from_ts)
    join trackers t on t.id = l.tracker_id
    join assets a on a.id = l.asset_id and a.site_id = t.site_id and a.deleted_at is null
    order by l.tracker_id, l.linked_at`.execute(db);
  return rows.map((row) => ({
    trackerId: row.tracker_id,
    assetId: row.asset_id,
    fromMs: row.linked_at.getTime(),
    untilMs: row.unlinked_at?.getTime() ?? null,
  }));
}

/**
 * The times for which trackers say where these assets were, for assets that have had several trackers.
 * @param late trackers whose rows made for these times do not count, since they are made again
 */
export async function assetClaims(
  db: Kysely<Database>,
  links: readonly LinkTime[],
  late: readonly PastWork[],
  settled: Date,
): Promise<AssetClaim[]> {
  const assetIds = [...new Set(links.map(({ assetId }) => assetId))];
  const from = new Date(late.reduce((earliest, work) => Math.min(earliest, work.fromMs), Infinity));
  const to = new Date(late.reduce((latest, work) => Math.max(latest, work.untilMs), -Infinity));
  const isReplaced = sql`(exists (select from ${spansOf(late)} where wanted.id = p.tracker_id
    and p.ts > wanted.from_ts and p.ts < wanted.to_ts) and ${isBackfilled(settled)})`;
  const { rows } = await sql<{ asset_id: string; tracker_id: string; ts: Date; end_ts: Date }>`
    with several as (select asset_id, array_agg(distinct tracker_id) as trackers from links
      where asset_id = any(${arrayOf("uuid", assetIds, (id) => id)})
      group by asset_id having count(distinct tracker_id) > 1)
    select p.asset_id, p.tracker_id, p.ts, p.end_ts from several
      join positions p on p.asset_id = several.asset_id and p.ts >= ${from} and p.ts <= ${to} and not ${isReplaced}
    union all
    select p.asset_id, p.tracker_id, p.ts, p.end_ts from several, unnest(several.trackers) as own (id), lateral (
      select * from positions l where l.tracker_id = own.id and l.ts < ${from} order by l.ts desc limit 1) as p
    where p.asset_id = several.asset_id and p.end_ts >= ${from}`.execute(db);
  return rows.map((row) => ({
    assetId: row.asset_id,
    trackerId: row.tracker_id,
    fromMs: row.ts.getTime(),
    untilMs: row.end_ts.getTime(),
  }));
}
