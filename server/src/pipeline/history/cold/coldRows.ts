import type { ColdFile } from "./coldFiles.repository.ts";
import type { ColdReader } from "./coldReader.ts";
import { byTime, type ColdRow } from "./coldRow.ts";

/** A moment at which somebody asks where a tracker was. */
export interface Moment {
  trackerId: string;
  /** The last row that began then or earlier. */
  atMs: number;
  /** Only rows of this asset; undefined: of any, or of none. */
  assetId?: string | undefined;
  /** Only rows that may be shown. */
  isShown?: boolean;
}

/** The rows of a scope that are in cold files. */
export interface ColdRows {
  isEmpty: boolean;
  /** Rows that began in a span (both ends inclusive, ms), by time; the first ones in that order if there is a limit. */
  began(span: { fromMs: number; toMs: number }, part?: { order: "asc" | "desc"; limit: number }): Promise<ColdRow[]>;
  /** The same for several assets, with a limit for each, oldest first. */
  beganOfEach(span: { fromMs: number; toMs: number }, limit: number): Promise<Map<string, ColdRow[]>>;
  /** How many rows began in a span. */
  count(span: { fromMs: number; toMs: number }): Promise<number>;
  /**
   * For each moment the last row before it, if a cold file has it; null: it is among those in the database, which has the
   * last ones of the time of each file.
   */
  lastAt(moments: readonly Moment[]): Promise<(ColdRow | null)[]>;
}

export const noColdRows: ColdRows = {
  isEmpty: true,
  began: async () => [],
  beganOfEach: async () => new Map(),
  count: async () => 0,
  lastAt: async (moments) => moments.map(() => null),
};

/**
 * The rows in these files, of one site, in the order of time.
 * @param of null: of all
 */
export function coldRows(
  reader: ColdReader,
  files: readonly ColdFile[],
  of: { trackerIds: readonly string[] | null; assetIds: readonly string[] | null },
): ColdRows {
  const trackerIds = of.trackerIds?.toSorted() ?? null;
  const assetIds = of.assetIds === null ? null : new Set(of.assetIds);
  const isOf = ({ asset_id: assetId }: Pick<ColdRow, "asset_id">): boolean =>
    assetIds === null || (assetId !== null && assetIds.has(assetId));
  const within = ({ fromMs, toMs }: { fromMs: number; toMs: number }): ColdFile[] =>
    files.filter(({ from, to }) => from.getTime() <= toMs && to.getTime() > fromMs);
  const beganIn = async (file: ColdFile, { fromMs, toMs }: { fromMs: number; toMs: number }): Promise<ColdRow[]> =>
    (await reader.rows(file, trackerIds)).filter(
      (row) => row.ts.getTime() >= fromMs && row.ts.getTime() <= toMs && isOf(row),
    );

  return {
    isEmpty: false,
    async began(span, part) {
      const isNewestFirst = part?.order === "desc";
      const found: ColdRow[] = [];
      for (const file of isNewestFirst ? within(span).toReversed() : within(span)) {
        const rows = await beganIn(file, span);
        for (const row of isNewestFirst ? rows.toReversed() : rows) found.push(row);
        if (part !== undefined && found.length >= part.limit) return found.slice(0, part.limit);
      }
      return found;
    },
    async beganOfEach(span, limit) {
      const found = new Map<string, ColdRow[]>();
      for (const file of within(span)) {
        for (const row of await beganIn(file, span)) {
          const ofAsset = found.get(row.asset_id!) ?? [];
          found.set(row.asset_id!, ofAsset);
          if (ofAsset.length < limit) ofAsset.push(row);
        }
        if (assetIds !== null && [...assetIds].every((id) => (found.get(id)?.length ?? 0) >= limit)) break;
      }
      return found;
    },
    async count(span) {
      let count = 0;
      for (const file of within(span)) count += (await beganIn(file, span)).length;
      return count;
    },
    async lastAt(moments) {
      const answers: (ColdRow | null)[] = moments.map(() => null);
      const askedOf = Map.groupBy(
        moments.map((moment, nth) => ({ ...moment, nth })),
        ({ atMs }) => files.find(({ from, to }) => from.getTime() <= atMs && to.getTime() > atMs),
      );
      for (const [file, asked] of askedOf) {
        if (file === undefined) continue;
        const wanted = [...new Set(asked.map(({ trackerId }) => trackerId))].toSorted();
        const byTracker = Map.groupBy(await reader.rows(file, wanted), (row) => row.tracker_id);
        for (const { trackerId, atMs, assetId, isShown, nth } of asked)
          answers[nth] =
            byTracker
              .get(trackerId)
              ?.findLast(
                (row) =>
                  row.ts.getTime() <= atMs &&
                  (assetId === undefined || row.asset_id === assetId) &&
                  (isShown !== true || row.shown),
              ) ?? null;
      }
      return answers;
    },
  };
}

/** The rows of both, which are in the same order, in that order. */
export function merged<Row extends Parameters<typeof byTime>[0]>(
  some: readonly Row[],
  others: readonly Row[],
  order: "asc" | "desc" = "asc",
): Row[] {
  const sign = order === "asc" ? 1 : -1;
  const all: Row[] = [];
  let [one, other] = [0, 0];
  while (one < some.length || other < others.length) {
    const isFirst = other >= others.length || (one < some.length && sign * byTime(some[one]!, others[other]!) <= 0);
    all.push(isFirst ? some[one++]! : others[other++]!);
  }
  return all;
}
