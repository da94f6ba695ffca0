import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { markChangedHours } from "./changedTimes.ts";
import { deleteBackfilled, type Hole, storeBackfilled } from "./backfilled.repository.ts";
import type { PastRows } from "./pastStays.ts";
import { type FinishedWork, finishWork } from "./pastWork.repository.ts";
import { insertStays } from "./positions.repository.ts";
import { insertSmoothed } from "./smoothedPositions.repository.ts";

/** A tracker with the rows to write up to a moment. */
export interface LocatedWork extends FinishedWork {
  parts: (PastRows & { hole: Hole })[];
}

/**
 * Replaces the rows that were made for the same times before, in one transaction with the work's end.
 * @param options.check rejects if another process works on these sites by now
 */
export async function writeBackfill(
  db: Kysely<Database>,
  works: readonly LocatedWork[],
  { settled, createdAt, check }: { settled: Date; createdAt: Date; check: (trx: Kysely<Database>) => Promise<void> },
): Promise<void> {
  // If nothing can be made now, what was made before is better.
  const parts = works.flatMap((work) => work.parts).filter(({ stays }) => stays.length > 0);
  const holes = parts.map(({ hole }) => hole);
  const stays = parts.flatMap((part) => part.stays);
  const siteId = works[0]?.work.siteId;
  await transaction(db, async (trx) => {
    await check(trx);
    const changed = await deleteBackfilled(trx, holes, settled);
    await insertStays(trx, stays);
    await insertSmoothed(
      trx,
      parts.flatMap(({ smoothed }) => smoothed),
    );
    if (siteId) await storeBackfilled(trx, siteId, holes, createdAt);
    await markChangedHours(trx, [
      ...changed,
      ...stays.map(({ fix, endMs }) => ({ siteId: fix.siteId, fromMs: fix.atMs, toMs: endMs })),
    ]);
    await finishWork(trx, works);
  });
}
