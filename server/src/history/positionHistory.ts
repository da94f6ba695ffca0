import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { Database, PositionsTable } from "../adapters/database/schema.ts";
import { thinPath } from "./thinPath.ts";
import { arrayOf } from "./unnest.ts";

export type StoredPosition = Selectable<PositionsTable>;

/** Every row that held at some moment of the span, also one that began before it; both ends inclusive. */
export interface HistorySpan {
  from: Date;
  to: Date;
}

export interface HistoryQuery extends HistorySpan {
  of: HistoryOf;
  order: "asc" | "desc";
  /** From 1; past the end: no rows. */
  page: number;
  limit: number;
  /** Instead of a page: the whole span, thinned by shape to so many rows, the ends kept. */
  maxPoints?: number | undefined;
}

type HistoryOf = { assetId: string } | { trackerId: string };
type Order = HistoryQuery["order"];

export interface HistoryPage {
  rows: StoredPosition[];
  /** Of the span, before paging and thinning. */
  totalCount: number;
}

export interface PositionHistory {
  find(query: HistoryQuery): Promise<HistoryPage>;
  /** Several assets' spans, each thinned by shape to so many rows; an asset without any is left out. */
  ofAssets(assetIds: readonly string[], span: HistorySpan, maxPoints: number): Promise<Map<string, StoredPosition[]>>;
  /** The whole span, oldest first, read in short turns of so many rows. */
  inTurns(of: HistoryOf, span: HistorySpan, rows: number): AsyncGenerator<StoredPosition[]>;
}

/** More rows than these are not thinned by shape but first taken one in so many. */
const thinnableRows = 20_000;
/** The same where several assets are asked for at once, and how many of them one statement reads. */
const thinnableOfMany = 5_000;
const assetsAtOnce = 10;

/** Where a tracker or an asset was. An asset's rows are those of all its trackers, as they were linked at the time. */
export function positionHistory(db: Kysely<Database>): PositionHistory {
  return {
    find: async (query) =>
      query.maxPoints === undefined ? pageOf(db, query) : thinned(db, query.of, query, query.order, query.maxPoints),

    async ofAssets(assetIds, span, maxPoints) {
      const found = new Map<string, StoredPosition[]>();
      const most = Math.max(thinnableOfMany, maxPoints);
      for (let start = 0; start < assetIds.length; start += assetsAtOnce) {
        const some = assetIds.slice(start, start + assetsAtOnce);
        for (const [assetId, rows] of await firstOfEach(db, some, span, most + 1)) {
          // The rare long one is read again, thinned in the database.
          const whole = rows.length <= most;
          const thin = whole ? thinPath(rows, atLeastEnds(maxPoints)) : null;
          found.set(assetId, thin ?? (await thinned(db, { assetId }, span, "asc", maxPoints)).rows);
        }
      }
      return found;
    },

    async *inTurns(of, span, rows) {
      let after: StoredPosition | null = null;
      for (;;) {
        const turn: StoredPosition[] = await firstOf(db, of, span, { order: "asc", limit: rows, offset: 0, after });
        if (turn.length > 0) yield turn;
        after = turn.at(-1) ?? null;
        if (turn.length < rows) return;
      }
    },
  };
}

const atLeastEnds = (maxPoints: number): number => Math.max(2, maxPoints);

async function pageOf(db: Kysely<Database>, query: HistoryQuery): Promise<HistoryPage> {
  const { of, order, limit } = query;
  const offset = (query.page - 1) * limit;
  const rows = await firstOf(db, of, query, { order, limit, offset, after: null });
  const whole = offset === 0 && rows.length < limit;
  return { rows, totalCount: whole ? rows.length : await countOf(db, of, query) };
}

async function thinned(
  db: Kysely<Database>,
  of: HistoryOf,
  span: HistorySpan,
  order: Order,
  maxPoints: number,
): Promise<HistoryPage> {
  const most = Math.max(thinnableRows, maxPoints);
  let rows = await firstOf(db, of, span, { order: "asc", limit: most + 1, offset: 0, after: null });
  let totalCount = rows.length;
  if (totalCount > most) {
    totalCount = await countOf(db, of, span);
    rows = await oneIn(db, of, span, Math.ceil(totalCount / most));
  }
  const thin = thinPath(rows, atLeastEnds(maxPoints));
  return { rows: order === "desc" ? thin.toReversed() : thin, totalCount };
}

const isOf = (of: HistoryOf): RawBuilder<unknown> =>
  "assetId" in of ? sql`p.asset_id = ${of.assetId}` : sql`p.tracker_id = ${of.trackerId}`;

/** The rows that began in the span. */
const started = (of: HistoryOf, { from, to }: HistorySpan): RawBuilder<StoredPosition> =>
  sql`select p.* from positions p where ${isOf(of)} and p.ts >= ${from} and p.ts <= ${to}`;

/** The last row before the span of each tracker concerned, where it still held when the span began. */
const heldAtStart = (of: HistoryOf, { from }: HistorySpan): RawBuilder<StoredPosition> => {
  const trackers =
    "trackerId" in of
      ? sql`select ${of.trackerId}::uuid as id`
      : sql`select distinct tracker_id as id from links where asset_id = ${of.assetId}`;
  const ofAsset = "assetId" in of ? sql`and p.asset_id = ${of.assetId}` : sql``;
  return sql`select p.* from (${trackers}) as wanted, ${lastBefore(from)} as p where p.end_ts >= ${from} ${ofAsset}`;
};

/** The last row of a tracker called `wanted` before a moment. */
const lastBefore = (moment: Date): RawBuilder<StoredPosition> =>
  sql`lateral (select l.* from positions l where l.tracker_id = wanted.id and l.ts < ${moment} order by l.ts desc limit 1)`;

/** A part of the span in order: by its place, or what comes after a row. */
async function firstOf(
  db: Kysely<Database>,
  of: HistoryOf,
  span: HistorySpan,
  part: { order: Order; limit: number; offset: number; after: StoredPosition | null },
): Promise<StoredPosition[]> {
  const { limit, offset, after } = part;
  const order = sql.raw(part.order === "asc" ? "ts, tracker_id" : "ts desc, tracker_id desc");
  // What began before the span is in the way of neither: in one order it is first, in the other last.
  const isInTheSpan = after !== null && after.ts >= span.from;
  const rest = after === null ? sql`` : sql`where (ts, tracker_id) > (${after.ts}, ${after.tracker_id})`;
  const { rows } = await sql<StoredPosition>`
    select * from (
      ${isInTheSpan ? sql`` : sql`select * from (${heldAtStart(of, span)}) as held union all`}
      (select * from (${started(of, isInTheSpan ? { ...span, from: after.ts } : span)}) as p
        ${rest} order by ${order} limit ${offset + limit})
    ) as found ${rest} order by ${order} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** The first rows of each asset's span, oldest first. */
async function firstOfEach(
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

async function countOf(db: Kysely<Database>, of: HistoryOf, span: HistorySpan): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from (${started(of, span)}) as s) + (select count(*) from (${heldAtStart(of, span)}) as h)
      as count`.execute(db);
  return rows[0]!.count;
}

/** One row in so many of the span, with its first and its last: a thinned path must begin and end where the path does. */
async function oneIn(db: Kysely<Database>, of: HistoryOf, span: HistorySpan, every: number): Promise<StoredPosition[]> {
  const { rows } = await sql<StoredPosition>`
    select * from (
      select p.*, row_number() over (order by ts, tracker_id) as number, count(*) over () as of
      from (${heldAtStart(of, span)} union all ${started(of, span)}) as p
    ) as numbered where (number - 1) % ${every} = 0 or number = of order by ts, tracker_id`.execute(db);
  return rows;
}
