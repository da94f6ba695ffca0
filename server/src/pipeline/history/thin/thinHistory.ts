import type { Kysely } from "kysely";
import type { BaseLogger } from "pino";
import type { Database } from "../../../platform/database/schema.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { advanceSite, type FreezableSite, type TrackerRow } from "../cold/frozenRows.repository.ts";
import { firstMomentMs, type SitePeriod, sitePeriods } from "../cold/sitePeriods.ts";
import { batchesOf } from "../cold/writeColdFile.ts";
import { hourMs, hourOf } from "../hours.ts";
import { deleteThinned, thinnableRows, thinnableSites } from "./thinnedRows.repository.ts";
import { rowsToThin } from "./thinRows.ts";

export interface ThinParts {
  db: Kysely<Database>;
  afterDays: number;
  now(): number;
  log: Pick<BaseLogger, "info" | "warn">;
}

/**
 * Thins positions older than some days to about one a minute of a moving tracker, site by site and period by period. Sums of
 * hours stay as they were made. One transaction deletes the rows of a period and notes that it is done.
 */
export async function thinHistory(parts: ThinParts, signal: AbortSignal): Promise<void> {
  const limitMs = hourOf(parts.now() - parts.afterDays * 24 * hourMs);
  for (const site of await thinnableSites(parts.db, new Date(limitMs))) await thinSite(parts, site, limitMs, signal);
}

async function thinSite(
  { db, log }: ThinParts,
  site: FreezableSite,
  limitMs: number,
  signal: AbortSignal,
): Promise<void> {
  const fromMs = hourOf(await firstMomentMs(db, site, limitMs));
  const thinned = { rows: 0, deleted: 0 };
  for await (const part of sitePeriods(db, site, { fromMs, limitMs, signal })) {
    const deleted = await thinPeriod(db, part);
    if (deleted === null) return;
    thinned.rows += part.rows;
    thinned.deleted += deleted;
  }
  if (thinned.deleted > 0) log.info({ site: site.id, ...thinned }, "Thinned old history");
}

/** How many rows it has deleted; null: another process is at this site. */
async function thinPeriod(db: Kysely<Database>, { site, period, trackers }: SitePeriod): Promise<number | null> {
  const leaving: TrackerRow[] = [];
  for (const trackerIds of batchesOf(trackers)) {
    const rows = await thinnableRows(db, trackerIds, period);
    for (const ofTracker of Map.groupBy(rows, (row) => row.tracker_id).values()) leaving.push(...rowsToThin(ofTracker));
  }
  const isDone = await transaction(db, async (trx) => {
    if (!(await advanceSite(trx, "thinned_sites", site, period))) return false;
    if (leaving.length > 0) await deleteThinned(trx, leaving, period);
    return true;
  });
  return isDone ? leaving.length : null;
}
