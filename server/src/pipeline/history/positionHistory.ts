import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { countOfBoth, everyNthOfBoth, firstOfBoth, firstOfEachOfBoth } from "./cold/coldAndWarm.ts";
import type { ColdHistory } from "./cold/coldHistory.ts";
import type { ColdRows } from "./cold/coldRows.ts";
import type { HistoryOf, HistorySpan, StoredPosition } from "./positionHistory.repository.ts";
import { type ShownPosition, withSmoothedPlaces } from "./smoothedPlaces.ts";
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
  rows: ShownPosition[];
  /** The rows of the span, before paging and thinning. */
  totalCount: number;
}

export interface PositionHistory {
  find(query: HistoryQuery): Promise<HistoryPage>;
  /** Several assets' spans, each reduced to this many rows that keep its shape; an asset without rows is left out. */
  ofAssets(assetIds: readonly string[], span: HistorySpan, maxPoints: number): Promise<Map<string, ShownPosition[]>>;
  /** The whole span, oldest first, read in short turns of this many rows. */
  batches(of: HistoryOf, span: HistorySpan, rows: number): AsyncGenerator<ShownPosition[]>;
}

/** With more rows than this only one in several is read before the path is thinned by shape. */
const thinnableRows = 20_000;
/** The same limit if several assets are asked for at once, and how many of them one statement reads. */
const thinnableOfMany = 5_000;
const assetsAtOnce = 10;

/** The database, and what a span has in cold files. */
interface Both {
  db: Kysely<Database>;
  cold: ColdRows;
}

const scopeOf = (of: HistoryOf) => ("assetId" in of ? { assetIds: [of.assetId] } : { trackerIds: [of.trackerId] });

/** Where a tracker or an asset was. An asset's rows are those of all its trackers, as they were linked at the time. */
export function positionHistory(db: Kysely<Database>, months: ColdHistory): PositionHistory {
  return {
    find: (query) =>
      months.read(db, scopeOf(query.of), query, async (cold) => {
        const { rows, totalCount } = await (query.maxPoints === undefined
          ? pageOf({ db, cold }, query)
          : thinned({ db, cold }, query.of, query, query.order, query.maxPoints));
        return { rows: await withSmoothedPlaces(db, rows, query.maxPoints === undefined), totalCount };
      }),

    async ofAssets(assetIds, span, maxPoints) {
      const rowsByAsset = new Map<string, ShownPosition[]>();
      const maxRows = Math.max(thinnableOfMany, maxPoints);
      for (let start = 0; start < assetIds.length; start += assetsAtOnce) {
        const batch = assetIds.slice(start, start + assetsAtOnce);
        const thinnedRows = await months.read(db, { assetIds: batch }, span, async (cold) => {
          const found = new Map<string, StoredPosition[]>();
          for (const [assetId, rows] of await firstOfEachOfBoth(db, cold, batch, span, maxRows + 1)) {
            // A long span, which is rare, is read again and thinned in the database.
            const isComplete = rows.length <= maxRows;
            const thinPoints = isComplete ? thinPath(rows, atLeastEnds(maxPoints)) : null;
            found.set(assetId, thinPoints ?? (await thinned({ db, cold }, { assetId }, span, "asc", maxPoints)).rows);
          }
          const shown = await withSmoothedPlaces(db, [...found.values()].flat(), false);
          let at = 0;
          return new Map([...found].map(([assetId, { length }]) => [assetId, shown.slice(at, (at += length))]));
        });
        for (const [assetId, rows] of thinnedRows) rowsByAsset.set(assetId, rows);
      }
      return rowsByAsset;
    },

    async *batches(of, span, rows) {
      let after: StoredPosition | null = null;
      for (;;) {
        const left: HistorySpan = after === null || after.ts < span.from ? span : { from: after.ts, to: span.to };
        const batch: ShownPosition[] = await months.read(db, scopeOf(of), left, async (cold) =>
          withSmoothedPlaces(
            db,
            await firstOfBoth(db, cold, of, span, { order: "asc", limit: rows, offset: 0, after }),
            true,
          ),
        );
        if (batch.length > 0) yield batch;
        after = batch.at(-1) ?? null;
        if (batch.length < rows) return;
      }
    },
  };
}

const atLeastEnds = (maxPoints: number): number => Math.max(2, maxPoints);

interface StoredPage {
  rows: StoredPosition[];
  totalCount: number;
}

async function pageOf({ db, cold }: Both, query: HistoryQuery): Promise<StoredPage> {
  const { of, order, limit } = query;
  const offset = (query.page - 1) * limit;
  const rows = await firstOfBoth(db, cold, of, query, { order, limit, offset, after: null });
  if (offset === 0 && rows.length < limit) return { rows, totalCount: rows.length };
  // The rows that began before the span come first: a page that continues after them has them all.
  const began = rows.filter(({ ts }) => ts < query.from).length;
  const hasAllEarlier = offset === 0 && order === "asc" && began < rows.length;
  return { rows, totalCount: await countOfBoth(db, cold, of, query, hasAllEarlier ? began : null) };
}

async function thinned(
  { db, cold }: Both,
  of: HistoryOf,
  span: HistorySpan,
  order: Order,
  maxPoints: number,
): Promise<StoredPage> {
  const maxRows = Math.max(thinnableRows, maxPoints);
  let rows = await firstOfBoth(db, cold, of, span, { order: "asc", limit: maxRows + 1, offset: 0, after: null });
  let totalCount = rows.length;
  if (totalCount > maxRows) {
    totalCount = await countOfBoth(db, cold, of, span, null);
    rows = await everyNthOfBoth(db, cold, of, span, Math.ceil(totalCount / maxRows));
  }
  const thinPoints = thinPath(rows, atLeastEnds(maxPoints));
  return { rows: order === "desc" ? thinPoints.toReversed() : thinPoints, totalCount };
}
