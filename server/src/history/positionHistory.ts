import { type ExpressionBuilder, type Kysely, type Selectable, sql } from "kysely";
import type { Database, PositionsTable } from "../adapters/database/schema.ts";
import { thinPath } from "./thinPath.ts";

export type StoredPosition = Selectable<PositionsTable>;

export interface HistoryQuery {
  of: { assetId: string } | { trackerId: string };
  /** Every row that held at some moment of the span is given, also one that began before it; both ends inclusive. */
  from: Date;
  to: Date;
  order: "asc" | "desc";
  /** From 1; past the end: no rows. */
  page: number;
  limit: number;
  /** Instead of a page: the whole span, thinned by shape to so many rows, the ends kept. */
  maxPoints?: number | undefined;
}

export interface HistoryPage {
  rows: StoredPosition[];
  /** Of the span, before paging and thinning. */
  totalCount: number;
}

export interface PositionHistory {
  find(query: HistoryQuery): Promise<HistoryPage>;
}

/** More rows than these are not thinned by shape but first taken one in so many. */
const thinnableRows = 20_000;

/** Where a tracker or an asset was. An asset's rows are those of all its trackers, as they were linked at the time. */
export function positionHistory(db: Kysely<Database>): PositionHistory {
  return {
    async find(query) {
      const held = await heldAtStart(db, query);
      return query.maxPoints === undefined
        ? pageOf(db, query, held)
        : thinned(db, query, held, Math.max(2, query.maxPoints));
    },
  };
}

/** The few rows that began before the span stand before all others, so they take part in the paging by hand. */
async function pageOf(db: Kysely<Database>, query: HistoryQuery, held: StoredPosition[]): Promise<HistoryPage> {
  const first = (query.page - 1) * query.limit;
  if (query.order === "asc") {
    const rows = held.slice(first, first + query.limit);
    const offset = Math.max(0, first - held.length);
    const rest = await startedInSpan(db, query, { offset, limit: query.limit - rows.length });
    const whole = first === 0 && rows.length + rest.length < query.limit;
    return {
      rows: [...rows, ...rest],
      totalCount: held.length + (whole ? rest.length : await countStarted(db, query)),
    };
  }
  const rows = await startedInSpan(db, query, { offset: first, limit: query.limit });
  const whole = first === 0 && rows.length < query.limit;
  const started = whole ? rows.length : await countStarted(db, query);
  const rest = held.toReversed().slice(Math.max(0, first - started), Math.max(0, first + query.limit - started));
  return { rows: [...rows, ...rest], totalCount: held.length + started };
}

async function thinned(
  db: Kysely<Database>,
  query: HistoryQuery,
  held: StoredPosition[],
  maxPoints: number,
): Promise<HistoryPage> {
  const most = Math.max(thinnableRows, maxPoints);
  let rows = await startedInSpan(db, { ...query, order: "asc" }, { offset: 0, limit: most + 1 });
  let started = rows.length;
  if (started > most) {
    started = await countStarted(db, query);
    rows = await oneIn(db, query, Math.ceil(started / most));
  }
  const thin = thinPath([...held, ...rows], maxPoints);
  return { rows: query.order === "desc" ? thin.toReversed() : thin, totalCount: held.length + started };
}

type PositionsExpression = ExpressionBuilder<Database, "positions">;

function inSpan({ of, from, to }: HistoryQuery) {
  return (eb: PositionsExpression) =>
    eb.and([
      "assetId" in of ? eb("asset_id", "=", of.assetId) : eb("tracker_id", "=", of.trackerId),
      eb("ts", ">=", from),
      eb("ts", "<=", to),
    ]);
}

async function countStarted(db: Kysely<Database>, query: HistoryQuery): Promise<number> {
  const { count } = await db
    .selectFrom("positions")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where(inSpan(query))
    .executeTakeFirstOrThrow();
  return count;
}

async function startedInSpan(
  db: Kysely<Database>,
  query: HistoryQuery,
  part: { offset: number; limit: number },
): Promise<StoredPosition[]> {
  if (part.limit <= 0) return [];
  return db
    .selectFrom("positions")
    .selectAll()
    .where(inSpan(query))
    .orderBy("ts", query.order)
    .orderBy("tracker_id", query.order)
    .limit(part.limit)
    .offset(part.offset)
    .execute();
}

/** Every so-manieth row of the span, and its last: a thinned path must end where the path does. */
async function oneIn(db: Kysely<Database>, query: HistoryQuery, every: number): Promise<StoredPosition[]> {
  return db
    .selectFrom(
      db
        .selectFrom("positions")
        .selectAll()
        .select(sql<number>`row_number() over (order by ts, tracker_id)`.as("number"))
        .select(sql<number>`count(*) over ()`.as("of"))
        .where(inSpan(query))
        .as("numbered"),
    )
    .selectAll()
    .where(sql<boolean>`(number - 1) % ${every} = 0 or number = "of"`)
    .orderBy("ts")
    .orderBy("tracker_id")
    .execute();
}

/** The last row before the span of each tracker concerned, where it still held when the span began. Oldest first. */
async function heldAtStart(db: Kysely<Database>, { of, from }: HistoryQuery): Promise<StoredPosition[]> {
  const wanted =
    "trackerId" in of
      ? sql<{ id: string }>`(select ${of.trackerId}::uuid as id)`
      : sql<{ id: string }>`(select distinct tracker_id as id from links where asset_id = ${of.assetId}::uuid)`;
  const rows = await db
    .selectFrom(wanted.as("wanted"))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("positions")
          .selectAll()
          .whereRef("positions.tracker_id", "=", "wanted.id")
          .where("ts", "<", from)
          .orderBy("ts", "desc")
          .limit(1)
          .as("last"),
      (join) => join.onTrue(),
    )
    .selectAll("last")
    .where("last.end_ts", ">=", from)
    .$if("assetId" in of, (query) => query.where("last.asset_id", "=", "assetId" in of ? of.assetId : ""))
    .orderBy("last.ts")
    .execute();
  return rows;
}
