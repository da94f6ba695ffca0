import type { Kysely } from "kysely";
import type { BaseLogger } from "pino";
import { v7 as uuidv7 } from "uuid";
import { shrinkMonths } from "../../../platform/database/months.ts";
import type { Database } from "../../../platform/database/schema.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { withoutSecrets } from "../../../platform/health/withoutSecrets.ts";
import type { ByteStore } from "../../../platform/files/byteStore.ts";
import { type ColdFile, deleteNote } from "./coldFiles.repository.ts";
import { coldLimitMs, monthStart } from "./coldPeriods.ts";
import {
  advanceSite,
  deleteColdFailure,
  deleteFrozen,
  type FreezableSite,
  freezableSites,
  listColdFile,
  noteColdFailure,
  noteColdFile,
  type RowsSum,
} from "./frozenRows.repository.ts";
import { firstMomentMs, type SitePeriod, sitePeriods } from "./sitePeriods.ts";
import { storeChecked, writeRows } from "./writeColdFile.ts";

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
class RowsChanged extends Error {
  override readonly name = "RowsChanged";
  constructor() {
    super("History changed while it was moved to files");
  }
}

async function freezeSite(
  parts: FreezeParts,
  site: FreezableSite,
  limitMs: number,
  signal: AbortSignal,
): Promise<void> {
  const firstMs = await firstMomentMs(parts.db, site, limitMs);
  const fromMs = site.until === null ? Math.min(monthStart(firstMs), limitMs) : firstMs;
  const frozen = { files: 0, rows: 0, bytes: 0 };
  let from = new Date(fromMs);
  try {
    for await (const part of sitePeriods(parts.db, site, { fromMs, limitMs, signal })) {
      ({ from } = part.period);
      const file = await freezePeriod(parts, part);
      if (file === null) continue;
      frozen.files += 1;
      frozen.rows += file.rows;
      frozen.bytes += file.bytes;
    }
  } catch (error) {
    if (!signal.aborted) await noteFailure(parts, site, from, error);
    throw error;
  }
  await deleteColdFailure(parts.db, site);
  if (frozen.files > 0) parts.log.info({ site: site.id, ...frozen }, "Moved history of old months to files");
}

/** For whoever looks at the operations page. If it is the database that fails, nothing can be noted there. */
async function noteFailure(
  { db, now, log }: FreezeParts,
  site: FreezableSite,
  from: Date,
  error: unknown,
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  await noteColdFailure(db, site, { from, at: new Date(now()), reason: withoutSecrets(reason) }).catch((err: unknown) =>
    log.warn({ err, site: site.id }, "Could not note why history was not moved to files"),
  );
}

/** Freezes one period of a site. Null: nothing in it was to be frozen. */
async function freezePeriod(
  { db, store, now }: FreezeParts,
  { site, period, trackers }: SitePeriod,
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
