import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { PositionsTable } from "../../platform/database/tables/positions.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import { trackersOfAssets } from "./cold/coldFiles.repository.ts";

export type StoredPosition = Selectable<PositionsTable>;

/** All rows that were valid at some moment of the span, including those that began before it; both ends inclusive. */
export interface HistorySpan {
  from: Date;
  to: Date;
}

/** Whose rows. An asset's rows are those of all its trackers, as they were linked at the time. */
export type HistoryOf = { assetId: string } | { trackerId: string };

const isOf = (of: HistoryOf): RawBuilder<unknown> =>
  "assetId" in of ? sql`p.asset_id = ${of.assetId}` : sql`p.tracker_id = ${of.trackerId}`;

/** The rows that began in the span. */
const started = (of: HistoryOf, { from, to }: HistorySpan): RawBuilder<StoredPosition> =>
  sql`select p.* from positions p where ${isOf(of)} and p.ts >= ${from} and p.ts <= ${to}`;

/** For each tracker concerned the last row before the span, if it was still valid when the span began. */
const validAtStart = (of: HistoryOf, { from }: HistorySpan): RawBuilder<StoredPosition> => {
  const trackers =
    "trackerId" in of
      ? sql`select ${of.trackerId}::uuid as id`
      : sql`select distinct tracker_id as id from links where asset_id = ${of.assetId}`;
  const ofAsset = "assetId" in of ? sql`and p.asset_id = ${of.assetId}` : sql``;
  return sql`select p.* from (${trackers}) as wanted, ${lastBefore(from)} as p where p.end_ts >= ${from} ${ofAsset}`;
};

/** The last row before a moment of the tracker called `wanted`. */
const lastBefore = (moment: Date): RawBuilder<StoredPosition> =>
  sql`lateral (select l.* from positions l where l.tracker_id = wanted.id and l.ts < ${moment} order by l.ts desc limit 1)`;

/** The trackers whose rows these may be. */
export async function trackersOf(db: Kysely<Database>, of: HistoryOf): Promise<string[]> {
  return "trackerId" in of ? [of.trackerId] : trackersOfAssets(db, [of.assetId]);
}

/** A part of the span in order: by offset, or what follows a row. */
export async function firstOf(
  db: Kysely<Database>,
  of: HistoryOf,
  span: HistorySpan,
  part: { order: "asc" | "desc"; limit: number; offset: number; after: StoredPosition | null },
): Promise<StoredPosition[]> {
  const { limit, offset, after } = part;
  const order = sql.raw(part.order === "asc" ? "ts, tracker_id" : "ts desc, tracker_id desc");
  // The rows that began before the span come first in one order and last in the other, so they are never in between.
  const isInTheSpan = after !== null && after.ts >= span.from;
  const afterCursor = after === null ? sql`` : sql`where (ts, tracker_id) > (${after.ts}, ${after.tracker_id})`;
  const { rows } = await sql<StoredPosition>`
    select * from (
      ${isInTheSpan ? sql`` : sql`select * from (${validAtStart(of, span)}) as held union all`}
      (select * from (${started(of, isInTheSpan ? { ...span, from: after.ts } : span)}) as p
        ${afterCursor} order by ${order} limit ${offset + limit})
    ) as found ${afterCursor} order by ${order} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** The first rows of each asset's span, oldest first. */
export async function firstOfEach(
  db: Kysely<Database>,
  assetIds: readonly string[],
  { from, to }: HistorySpan,
  limit: number,
): Promise<Map<string, StoredPosition[]>> {
  const { rows } = await sql<StoredPosition & { asset_id: string }>`
    select p.* from unnest(${arrayOf("uuid", assetIds, (id) => id)}) as asset (id), lateral (
      select h.* from (select distinct tracker_id as id from links where asset_id = asset.id) as wanted,
        ${lastBefore(from)} as h where h.end_ts >= ${from} and h.asset_id = asset.id
      union all
      (select s.* from positions s where s.asset_id = asset.id and s.ts >= ${from} and s.ts <= ${to}
        order by s.ts, s.tracker_id limit ${limit})
    ) as p order by p.asset_id, p.ts, p.tracker_id`.execute(db);
  return Map.groupBy(rows, (row) => row.asset_id);
}

/**
 * How many rows the span has. `held`: how many of them began before it, if that is known; null: they are counted too.
 */
export async function countOf(
  db: Kysely<Database>,
  of: HistoryOf,
  span: HistorySpan,
  earlierCount: number | null,
): Promise<number> {
  const earlier =
    earlierCount === null ? sql`(select count(*) from (${validAtStart(of, span)}) as h)` : sql`${earlierCount}::int`;
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from (${started(of, span)}) as s) + ${earlier} as count`.execute(db);
  return rows[0]!.count;
}

/**
 * One row in `every` of the span, with the first and the last one: a thinned path must begin and end where the path
 * does.
 */
export async function everyNth(
  db: Kysely<Database>,
  of: HistoryOf,
  span: HistorySpan,
  every: number,
): Promise<StoredPosition[]> {
  const { rows } = await sql<StoredPosition>`
    select * from (
      select p.*, row_number() over (order by ts, tracker_id) as number, count(*) over () as of
      from (${validAtStart(of, span)} union all ${started(of, span)}) as p
    ) as numbered where (number - 1) % ${every} = 0 or number = of order by ts, tracker_id`.execute(db);
  return rows;
}
