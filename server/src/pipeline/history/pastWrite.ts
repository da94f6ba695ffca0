import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { timesChanged } from "./changedTimes.ts";
import { deleteMade, type Hole, keepMade } from "./pastMade.repository.ts";
import type { PastRows } from "./pastStays.ts";
import { type DoneWork, workDone } from "./pastWork.repository.ts";
import { insertStays } from "./positions.repository.ts";
import { insertSmoothed } from "./smoothedPositions.repository.ts";

/** A tracker with the rows to write up to a moment. */
export interface Made extends DoneWork {
  parts: (PastRows & { hole: Hole })[];
}

/** Replaces the rows that were made for the same times before, in one transaction with the work's end. */
export async function writePast(
  db: Kysely<Database>,
  some: readonly Made[],
  { settled, madeAt }: { settled: Date; madeAt: Date },
): Promise<void> {
  // If nothing can be made now, what was made before is better.
  const parts = some.flatMap((one) => one.parts).filter(({ stays }) => stays.length > 0);
  const holes = parts.map(({ hole }) => hole);
  const stays = parts.flatMap((part) => part.stays);
  const siteId = some[0]?.work.siteId;
  await transaction(db, async (trx) => {
    const changed = await deleteMade(trx, holes, settled);
    await insertStays(trx, stays);
    await insertSmoothed(
      trx,
      parts.flatMap(({ smoothed }) => smoothed),
    );
    if (siteId) await keepMade(trx, siteId, holes, madeAt);
    await timesChanged(trx, [
      ...changed,
      ...stays.map(({ fix, endMs }) => ({ siteId: fix.siteId, fromMs: fix.atMs, toMs: endMs })),
    ]);
    await workDone(trx, some);
  });
}
