import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import {
  countOf,
  firstOf,
  firstOfEach,
  type HistoryOf,
  type HistorySpan,
  everyNth,
  type StoredPosition,
} from "./positionHistory.repository.ts";
import { thinPath } from "./thinPath.ts";

export type { HistorySpan, StoredPosition } from "./positionHistory.repository.ts";

export interface HistoryQuery extends HistorySpan {
  of: HistoryOf;
  order: "asc" | "desc";
  /** From 1; a page past the end is empty. */
  page: number;
  limit: number;
  /** Instead of a page: the whole span, reduced to this many rows that keep its shape and its ends. */
  maxPoints?: number | undefined;
}

type Order = HistoryQuery["order"];

export interface HistoryPage {
  rows: StoredPosition[];
  /** The rows of the span, before paging and thinning. */
  totalCount: number;
}

export interface PositionHistory {
  find(query: HistoryQuery): Promise<HistoryPage>;
  /** Several assets' spans, each reduced to this many rows that keep its shape; an asset without rows is left out. */
  ofAssets(assetIds: readonly string[], span: HistorySpan, maxPoints: number): Promise<Map<string, StoredPosition[]>>;
  /** The whole span, oldest first, read in short turns of this many rows. */
  batches(of: HistoryOf, span: HistorySpan, rows: number): AsyncGenerator<StoredPosition[]>;
}

/** With more rows than this only one in several is read before the path is thinned by shape. */
const thinnableRows = 20_000;
/** The same limit if several assets are asked for at once, and how many of them one statement reads. */
const thinnableOfMany = 5_000;
const assetsAtOnce = 10;

/** Where a tracker or an asset was. An asset's rows are those of all its trackers, as they were linked at the time. */
export function positionHistory(db: Kysely<Database>): PositionHistory {
  return {
    find: async (query) =>
      query.maxPoints === undefined ? pageOf(db, query) : thinned(db, query.of, query, query.order, query.maxPoints),

    async ofAssets(assetIds, span, maxPoints) {
      const rowsByAsset = new Map<string, StoredPosition[]>();
      const maxRows = Math.max(thinnableOfMany, maxPoints);
      for (let start = 0; start < assetIds.length; start += assetsAtOnce) {
        const batch = assetIds.slice(start, start + assetsAtOnce);
        for (const [assetId, rows] of await firstOfEach(db, batch, span, maxRows + 1)) {
          // A long span, which is rare, is read again and thinned in the database.
          const isComplete = rows.length <= maxRows;
          const thinPoints = isComplete ? thinPath(rows, atLeastEnds(maxPoints)) : null;
          rowsByAsset.set(assetId, thinPoints ?? (await thinned(db, { assetId }, span, "asc", maxPoints)).rows);
        }
      }
      return rowsByAsset;
    },

    async *batches(of, span, rows) {
      let after: StoredPosition | null = null;
      for (;;) {
        const batch: StoredPosition[] = await firstOf(db, of, span, { order: "asc", limit: rows, offset: 0, after });
        if (batch.length > 0) yield batch;
        after = batch.at(-1) ?? null;
        if (batch.length < rows) return;
      }
    },
  };
}

const atLeastEnds = (maxPoints: number): number => Math.max(2, maxPoints);

async function pageOf(db: Kysely<Database>, query: HistoryQuery): Promise<HistoryPage> {
  const { of, order, limit } = query;
  const offset = (query.page - 1) * limit;
  const rows = await firstOf(db, of, query, { order, limit, offset, after: null });
  if (offset === 0 && rows.length < limit) return { rows, totalCount: rows.length };
  // The rows that began before the span come first: a page that continues after them has them all.
  const began = rows.filter(({ ts }) => ts < query.from).length;
  const hasAllEarlier = offset === 0 && order === "asc" && began < rows.length;
  return { rows, totalCount: await countOf(db, of, query, hasAllEarlier ? began : null) };
}

async function thinned(
  db: Kysely<Database>,
  of: HistoryOf,
  span: HistorySpan,
  order: Order,
  maxPoints: number,
): Promise<HistoryPage> {
  const maxRows = Math.max(thinnableRows, maxPoints);
  let rows = await firstOf(db, of, span, { order: "asc", limit: maxRows + 1, offset: 0, after: null });
  let totalCount = rows.length;
  if (totalCount > maxRows) {
    totalCount = await countOf(db, of, span, null);
    rows = await everyNth(db, of, span, Math.ceil(totalCount / maxRows));
  }
  const thinPoints = thinPath(rows, atLeastEnds(maxPoints));
  return { rows: order === "desc" ? thinPoints.toReversed() : thinPoints, totalCount };
}
