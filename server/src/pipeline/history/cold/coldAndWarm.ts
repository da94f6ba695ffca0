import type { Kysely } from "kysely";
import type { Database } from "../../../platform/database/schema.ts";
import {
  countOf,
  everyNth,
  firstOf,
  firstOfEach,
  type HistoryOf,
  type HistorySpan,
  type StoredPosition,
  trackersOf,
} from "../positionHistory.repository.ts";
import { byTime } from "./coldRow.ts";
import { type ColdRows, merged } from "./coldRows.ts";

/** A part of a span in order: by offset, or what follows a row. */
export interface Part {
  order: "asc" | "desc";
  limit: number;
  offset: number;
  after: StoredPosition | null;
}

/** How many rows of a long span are read at a time. */
const batchRows = 5_000;

const msOf = ({ from, to }: HistorySpan): { fromMs: number; toMs: number } => ({
  fromMs: from.getTime(),
  toMs: to.getTime(),
});

/** The cold rows of these trackers that began before a span and were still valid when it began: one of each at most. */
async function validAtStart(
  cold: ColdRows,
  trackerIds: readonly string[],
  assetId: string | undefined,
  from: Date,
): Promise<StoredPosition[]> {
  const rows = await cold.lastAt(trackerIds.map((trackerId) => ({ trackerId, atMs: from.getTime() - 1 })));
  return rows
    .flatMap((row) => row ?? [])
    .filter((row) => row.end_ts >= from && (assetId === undefined || row.asset_id === assetId))
    .toSorted(byTime);
}

/** A part of the span in order, from both. */
export async function firstOfBoth(
  db: Kysely<Database>,
  cold: ColdRows,
  of: HistoryOf,
  span: HistorySpan,
  part: Part,
): Promise<StoredPosition[]> {
  if (cold.isEmpty) return firstOf(db, of, span, part);
  const { order, offset, after } = part;
  const limit = offset + part.limit;
  const warm = await firstOf(db, of, span, { order, limit, offset: 0, after });
  const isInTheSpan = after !== null && after.ts >= span.from;
  const held = isInTheSpan
    ? []
    : await validAtStart(cold, await trackersOf(db, of), "assetId" in of ? of.assetId : undefined, span.from);
  const { fromMs, toMs } = msOf(span);
  // One more than are wanted: the row that the part follows may be among them.
  const began = await cold.began(
    { fromMs: isInTheSpan ? after.ts.getTime() : fromMs, toMs },
    { order, limit: limit + trackersAtOnce },
  );
  const frozen = order === "asc" ? [...held, ...began] : [...began, ...held.toReversed()];
  const following = after === null ? frozen : frozen.filter((row) => byTime(row, after) > 0);
  return merged(warm, following, order).slice(offset, limit);
}

/** Rows of the same moment as the one that a part follows: of as many trackers as an asset has. */
const trackersAtOnce = 100;

/** The first rows of each asset's span, oldest first, from both. */
export async function firstOfEachOfBoth(
  db: Kysely<Database>,
  cold: ColdRows,
  assetIds: readonly string[],
  span: HistorySpan,
  limit: number,
): Promise<Map<string, StoredPosition[]>> {
  const warm = await firstOfEach(db, assetIds, span, limit);
  if (cold.isEmpty) return warm;
  const began = await cold.beganOfEach(msOf(span), limit);
  const all = new Map<string, StoredPosition[]>();
  for (const assetId of assetIds) {
    const held = await validAtStart(cold, await trackersOf(db, { assetId }), assetId, span.from);
    const rows = merged<StoredPosition>(warm.get(assetId) ?? [], [...held, ...(began.get(assetId) ?? [])]);
    const isHeld = rows.findIndex(({ ts }) => ts >= span.from);
    if (rows.length > 0) all.set(assetId, rows.slice(0, isHeld < 0 ? rows.length : isHeld + limit));
  }
  return all;
}

/** How many rows the span has in both. @param earlierCount how many of them began before it, if that is known */
export async function countOfBoth(
  db: Kysely<Database>,
  cold: ColdRows,
  of: HistoryOf,
  span: HistorySpan,
  earlierCount: number | null,
): Promise<number> {
  if (cold.isEmpty) return countOf(db, of, span, earlierCount);
  const held = await validAtStart(cold, await trackersOf(db, of), "assetId" in of ? of.assetId : undefined, span.from);
  return (await countOf(db, of, span, null)) + held.length + (await cold.count(msOf(span)));
}

/** One row in `every` of the span, with the first and the last one, from both. */
export async function everyNthOfBoth(
  db: Kysely<Database>,
  cold: ColdRows,
  of: HistoryOf,
  span: HistorySpan,
  every: number,
): Promise<StoredPosition[]> {
  if (cold.isEmpty) return everyNth(db, of, span, every);
  const chosen: StoredPosition[] = [];
  let number = 0;
  let last: StoredPosition | null = null;
  for (;;) {
    const part: Part = { order: "asc", limit: batchRows, offset: 0, after: last };
    const rows: StoredPosition[] = await firstOfBoth(db, cold, of, span, part);
    for (const row of rows) if (number++ % every === 0) chosen.push(row);
    last = rows.at(-1) ?? last;
    if (rows.length < batchRows) break;
  }
  if (last !== null && chosen.at(-1) !== last) chosen.push(last);
  return chosen;
}
