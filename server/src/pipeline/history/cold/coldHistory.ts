import type { Kysely } from "kysely";
import type { Database } from "../../../platform/database/schema.ts";
import { type ColdFile, coldFilesOf, type ColdScope, type ColdSpan, trackersOfAssets } from "./coldFiles.repository.ts";
import { warmMs } from "./coldPeriods.ts";
import type { ColdReader } from "./coldReader.ts";
import { type ColdRows, coldRows, noColdRows } from "./coldRows.ts";

export interface ColdHistory {
  /**
   * Reads history of a span. `read` gets the rows of it that are in cold files, and reads the others from `db`: together they
   * are what `positions` had. It is called again if rows moved from one to the other meanwhile.
   */
  read<Result>(
    db: Kysely<Database>,
    of: ColdScope,
    span: ColdSpan,
    read: (cold: ColdRows) => Promise<Result>,
  ): Promise<Result>;
}

/** Cold months, for whoever reads history. */
export function coldHistory(reader: ColdReader, now: () => number): ColdHistory {
  const rowsOf = async (db: Kysely<Database>, of: ColdScope, files: readonly ColdFile[]): Promise<ColdRows> => {
    if (files.length === 0) return noColdRows;
    if ("siteId" in of) return coldRows(reader, files, { trackerIds: null, assetIds: null });
    if ("trackerIds" in of) return coldRows(reader, files, { trackerIds: of.trackerIds, assetIds: null });
    return coldRows(reader, files, { trackerIds: await trackersOfAssets(db, of.assetIds), assetIds: of.assetIds });
  };
  return {
    async read(db, of, span, read) {
      if (span.from.getTime() >= now() - warmMs) return read(noColdRows);
      for (;;) {
        const files = await coldFilesOf(db, of, span);
        const outcome = await attempt(async () => read(await rowsOf(db, of, files)));
        // Two statements see two moments: what was frozen in between is in neither, or in both.
        if (!haveSameNames(files, await coldFilesOf(db, of, span))) continue;
        if ("error" in outcome) throw outcome.error;
        return outcome.result;
      }
    },
  };
}

const haveSameNames = (some: readonly ColdFile[], others: readonly ColdFile[]): boolean =>
  some.length === others.length && some.every(({ name }, nth) => name === others[nth]!.name);

async function attempt<Result>(act: () => Promise<Result>): Promise<{ result: Result } | { error: unknown }> {
  try {
    return { result: await act() };
  } catch (error) {
    return { error };
  }
}
