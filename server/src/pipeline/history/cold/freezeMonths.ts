import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { BaseLogger } from "pino";
import { v7 as uuidv7 } from "uuid";
import { shrinkMonths } from "../../../platform/database/months.ts";
import type { Database } from "../../../platform/database/schema.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import type { ByteStore } from "../../../platform/files/byteStore.ts";
import { type ColdFile, deleteNote } from "./coldFiles.repository.ts";
import { coldLimitMs, firstLengthMs, isTooLong, monthStart, nextLength, periodEnd } from "./coldPeriods.ts";
import {
  advanceSite,
  deleteFrozen,
  firstRowOf,
  type FreezableSite,
  freezableSites,
  listColdFile,
  noteColdFile,
  type Period,
  rowsByTracker,
  type RowsSum,
} from "./frozenRows.repository.ts";
import { storeChecked, writeRows } from "./writeColdFile.ts";

/** It rests as long as it works, up to this long, since nobody waits for it. */
const restMs = 5_000;

export interface FreezeParts {
  db: Kysely<Database>;
  store: Pick<ByteStore, "write" | "read" | "remove">;
  /** How many months stay in the database besides the running one. */
  afterMonths: number;
  now(): number;
  log: Pick<BaseLogger, "info" | "warn">;
}

/**
 * Moves history older than some months from the database to files, site by site and period by period. A file is written
 * and read again before its rows are deleted, in the transaction that lists it; that fails if the rows are no longer what
 * was written, or if another process was first. So a crash leaves at most a file that nobody lists, which `coldSweep`
 * deletes.
 */
export async function freezeMonths(parts: FreezeParts, signal: AbortSignal): Promise<void> {
  const limitMs = coldLimitMs(parts.now(), parts.afterMonths);
  let failure: unknown = null;
  for (const site of await freezableSites(parts.db, new Date(limitMs))) {
    signal.throwIfAborted();
    try {
      await freezeSite(parts, site, limitMs, signal);
    } catch (error) {
      if (error instanceof RowsChanged)
        parts.log.warn({ site: site.id }, "History changed while it was moved to files; the next run goes on");
      // Other sites go on.
      else failure ??= error;
    }
  }
  if (failure !== null) throw new Error("History of some sites was not moved to files", { cause: failure });
  for (const table of ["positions", "smoothed_positions"] as const) {
    const months = await shrinkMonths(parts.db, table, limitMs);
    if (months.length > 0) parts.log.info({ table, months }, "Gave back the space of history that is in files");
  }
}

/** The rows in the database are not those that the file has, or another process has frozen them. */
class RowsChanged extends Error {}

async function freezeSite(
  parts: FreezeParts,
  from: FreezableSite,
  limitMs: number,
  signal: AbortSignal,
): Promise<void> {
  let site = from;
  let lengthMs = firstLengthMs;
  let fromMs = site.until?.getTime() ?? (await firstRowOf(parts.db, site.id))?.getTime() ?? limitMs;
  if (site.until === null) fromMs = Math.min(monthStart(fromMs), limitMs);
  const frozen = { files: 0, rows: 0, bytes: 0 };
  while (fromMs < limitMs) {
    signal.throwIfAborted();
    const startedMs = performance.now();
    const period = { from: new Date(fromMs), to: new Date(periodEnd(fromMs, lengthMs, limitMs)) };
    const trackers = await rowsByTracker(parts.db, site.id, period);
    const rows = trackers.reduce((sum, each) => sum + each.rows, 0);
    lengthMs = nextLength(period.to.getTime() - fromMs, rows);
    if (isTooLong(rows, fromMs, period.to.getTime())) continue;
    const file = await freezePeriod(parts, site, period, trackers);
    if (file !== null) {
      frozen.files += 1;
      frozen.rows += file.rows;
      frozen.bytes += file.bytes;
    }
    site = { id: site.id, customerId: site.customerId, until: period.to };
    fromMs = period.to.getTime();
    await pause(Math.min(performance.now() - startedMs, restMs), undefined, { signal });
  }
  if (frozen.files > 0) parts.log.info({ site: site.id, ...frozen }, "Moved history of old months to files");
}

/** Freezes one period of a site. Null: nothing in it was to be frozen. */
async function freezePeriod(
  { db, store, now }: FreezeParts,
  site: FreezableSite,
  period: Period,
  trackers: readonly { trackerId: string; rows: number }[],
): Promise<ColdFile | null> {
  const written = await writeRows(db, period, trackers);
  const trackerIds = trackers.map(({ trackerId }) => trackerId);
  const name = `cold-${site.customerId}-${site.id}-${period.from.toISOString().slice(0, 10)}-${uuidv7()}.parquet`;
  const { bytes, staying, positions, places } = written;
  const file: ColdFile | null =
    bytes === null
      ? null
      : { name, customerId: site.customerId, siteId: site.id, ...period, rows: positions.rows, bytes: bytes.length };
  if (file !== null) {
    await noteColdFile(db, file, new Date(now()));
    await storeChecked(store, file, bytes!, written.digest);
  }
  const move = async (trx: Kysely<Database>): Promise<void> => {
    if (!(await advanceSite(trx, "cold_sites", site, period))) throw new RowsChanged();
    if (file === null) return;
    const removed = await deleteFrozen(trx, trackerIds, period, staying);
    if (!isSame(removed.positions, positions) || !isSame(removed.places, places)) throw new RowsChanged();
    if (!(await listColdFile(trx, name, new Date(now())))) throw new RowsChanged();
  };
  try {
    await transaction(db, move);
  } catch (error) {
    // After other errors the transaction may have been committed.
    if (file !== null && error instanceof RowsChanged && (await deleteNote(db, name))) await store.remove([name]);
    throw error;
  }
  return file;
}

const isSame = (a: RowsSum, b: RowsSum): boolean => a.rows === b.rows && a.hash === b.hash;
