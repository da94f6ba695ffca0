import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { BaseLogger } from "pino";
import type { Database } from "../../../platform/database/schema.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { firstLengthMs, isTooLong, nextLength, periodEnd } from "../cold/coldPeriods.ts";
import {
  advanceSite,
  firstRowOf,
  type FreezableSite,
  type Period,
  rowsByTracker,
  type TrackerRow,
} from "../cold/frozenRows.repository.ts";
import { batchesOf } from "../cold/writeColdFile.ts";
import { hourMs, hourOf } from "../hours.ts";
import { deleteThinned, thinnableRows, thinnableSites } from "./thinnedRows.repository.ts";
import { rowsToThin } from "./thinRows.ts";

/** It rests as long as it works, up to this long, since nobody waits for it. */
const restMs = 5_000;

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
  from: FreezableSite,
  limitMs: number,
  signal: AbortSignal,
): Promise<void> {
  let site = from;
  let lengthMs = firstLengthMs;
  let fromMs = hourOf(site.until?.getTime() ?? (await firstRowOf(db, site.id))?.getTime() ?? limitMs);
  const thinned = { rows: 0, deleted: 0 };
  while (fromMs < limitMs) {
    signal.throwIfAborted();
    const startedMs = performance.now();
    const period = { from: new Date(fromMs), to: new Date(periodEnd(fromMs, lengthMs, limitMs)) };
    const trackers = await rowsByTracker(db, site.id, period);
    const rows = trackers.reduce((sum, each) => sum + each.rows, 0);
    lengthMs = nextLength(period.to.getTime() - fromMs, rows);
    if (isTooLong(rows, fromMs, period.to.getTime())) continue;
    const deleted = await thinPeriod(db, site, period, trackers);
    if (deleted === null) return;
    thinned.rows += rows;
    thinned.deleted += deleted;
    site = { id: site.id, customerId: site.customerId, until: period.to };
    fromMs = period.to.getTime();
    await pause(Math.min(performance.now() - startedMs, restMs), undefined, { signal });
  }
  if (thinned.deleted > 0) log.info({ site: site.id, ...thinned }, "Thinned old history");
}

/** How many rows it has deleted; null: another process is at this site. */
async function thinPeriod(
  db: Kysely<Database>,
  site: FreezableSite,
  period: Period,
  trackers: readonly { trackerId: string; rows: number }[],
): Promise<number | null> {
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
