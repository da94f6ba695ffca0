import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Database } from "../../../platform/database/schema.ts";
import { firstLengthMs, isTooLong, nextLength, periodEnd } from "./coldPeriods.ts";
import { firstRowOf, type FreezableSite, type Period, rowsByTracker } from "./frozenRows.repository.ts";

/** It rests as long as it works, up to this long, since nobody waits for it. */
const restMs = 5_000;

/** A part of a site's history that fits into memory. */
export interface SitePeriod {
  /** With `until` as it is stored before this period is done. */
  site: FreezableSite;
  period: Period;
  /** Those with rows in it. */
  trackers: { trackerId: string; rows: number }[];
  rows: number;
}

/** Where work on a site's history begins: where it stopped, else at its first row, else at `limitMs`. */
export async function firstMomentMs(db: Kysely<Database>, site: FreezableSite, limitMs: number): Promise<number> {
  return (site.until ?? (await firstRowOf(db, site.id)))?.getTime() ?? limitMs;
}

/**
 * The history of a site in periods of whole hours, the oldest first, each of a size that the last ones suggest. The next one
 * begins where the last ended, once the caller is done with that, and after a rest.
 * @param fromMs where the first begins
 * @param limitMs where the last ends
 */
export async function* sitePeriods(
  db: Kysely<Database>,
  from: FreezableSite,
  { fromMs, limitMs, signal }: { fromMs: number; limitMs: number; signal: AbortSignal },
): AsyncGenerator<SitePeriod, void, undefined> {
  let site = from;
  let lengthMs = firstLengthMs;
  let startMs = fromMs;
  while (startMs < limitMs) {
    signal.throwIfAborted();
    const startedMs = performance.now();
    const period = { from: new Date(startMs), to: new Date(periodEnd(startMs, lengthMs, limitMs)) };
    const trackers = await rowsByTracker(db, site.id, period);
    const rows = trackers.reduce((sum, each) => sum + each.rows, 0);
    lengthMs = nextLength(period.to.getTime() - startMs, rows);
    if (isTooLong(rows, startMs, period.to.getTime())) continue;
    yield { site, period, trackers, rows };
    site = { id: site.id, customerId: site.customerId, until: period.to };
    startMs = period.to.getTime();
    await pause(Math.min(performance.now() - startedMs, restMs), undefined, { signal });
  }
}
