import type { Kysely } from "kysely";
import type { BaseLogger } from "pino";
import type { Database } from "../../platform/database/schema.ts";
import { transaction } from "../../platform/database/transaction.ts";
import type { Buffers } from "../../platform/health/buffers.ts";
import { flushLoop } from "./flushLoop.ts";
import { sliceOf } from "./sightingSlices.ts";
import { type Bucket, bucketMs, type SightedAdvert, newBuckets } from "./sightingBuckets.ts";
import { storeLate } from "./lateSightings.repository.ts";
import { addSightings } from "./sightings.repository.ts";
import { writeHalving } from "./writeHalving.ts";

export interface SightingWriter {
  /** Sets the time of the adverts that follow, ms; buckets whose ten seconds are over may be written. */
  advanceTo(atMs: number): void;
  /**
   * Takes one advert of the record at `position`; never waits and never fails. One that was counted before is ignored.
   */
  add(advert: SightedAdvert, position: number): void;
  /** Everything before this position was added. */
  reached(position: number): void;
  /** Writes everything that was added before, including what may still grow. */
  flush(): Promise<void>;
  close(): Promise<void>;
  /** Whether so much waits that nothing more should be added. */
  crowded(): boolean;
  /** Everything before this position is in the database. */
  worked(): number;
  /** Rows that wait, and adverts that the database refused as invalid. */
  stats(): { queued: number; dropped: number };
}

/** A stretch of the log, up to `until`. Slices that have been written are empty and no longer in `left`. */
interface Stretch {
  until: number;
  slices: Bucket[][];
  remaining: Set<number>;
  rows: number;
  oldestMs: number | null;
}

/**
 * Keeps what gateways hear, reduced to one row per tracker, gateway and ten seconds. A stretch of ten seconds of the
 * log is written when it is over, in the same transactions as the position up to which it is counted, so that a crash
 * neither loses a sighting nor counts it twice.
 * @param options.counted for each slice of the trackers the position up to which it is counted
 */
export function createSightingWriter(options: {
  db: Kysely<Database>;
  /** Stores, within the counting transaction, the position up to which the sightings of these slices are counted. */
  cursors: { storeSightings(trx: Kysely<Database>, slices: readonly number[], position: number): Promise<void> };
  storedPositions: readonly number[];
  now: () => number;
  log: Pick<BaseLogger, "warn">;
  flushMs?: number;
  maxBatch?: number;
  maxQueued?: number;
  /** Shows in `/metrics` what waits and what was lost. */
  waiting?: Pick<Buffers, "add">;
}): SightingWriter {
  const { db, cursors, now, log, flushMs = 1000, maxBatch = 1000, maxQueued = 200_000 } = options;
  const storedPositions = [...options.storedPositions];
  const lastStored = Math.max(...storedPositions);
  let open = newBuckets();
  let stretches: Stretch[] = [];
  let position = 0;
  let sealedAt = 0;
  let turnNumber = Number.NaN;
  let dropped = 0;
  const queued = (): number => stretches.reduce((sum, { rows }) => sum + rows, open.size());
  const countLoss = options.waiting?.add(
    "sightings",
    () => ({ items: queued(), oldestMs: stretches[0]?.oldestMs ?? open.oldestMs() }),
    ["refused"],
  );
  const loop = flushLoop({ what: "Sightings", everyMs: flushMs, write, now, log });

  function seal(): void {
    if (position === sealedAt) return;
    sealedAt = position;
    // After a crash between two transactions some slices are counted further than others.
    const remaining = new Set([...storedPositions.keys()].filter((slice) => storedPositions[slice]! < position));
    if (remaining.size === 0) return;
    const [slices, rows, oldestMs] = [open.slices(), open.size(), open.oldestMs()];
    stretches.push({ until: position, slices, remaining, rows, oldestMs });
    open = newBuckets();
  }

  async function write(everything: boolean): Promise<void> {
    if (everything) seal();
    for (;;) {
      const [oldest] = stretches;
      if (oldest === undefined) return;
      await store(oldest);
      stretches = stretches.slice(1);
    }
  }

  /** Writes slices together until their rows fill a batch; empty slices go with the first batch. */
  async function store(stretch: Stretch): Promise<void> {
    let batch = [...stretch.remaining].filter((slice) => stretch.slices[slice]!.length === 0);
    let rows: Bucket[] = [];
    const commit = async (): Promise<void> => {
      await transaction(db, async (trx) => {
        await writeHalving(rows, (batchRows) => transaction(trx, (inner) => add(inner, batchRows)), refuse);
        await cursors.storeSightings(trx, batch, stretch.until);
      });
      for (const slice of batch) {
        stretch.remaining.delete(slice);
        stretch.rows -= stretch.slices[slice]!.length;
        stretch.slices[slice] = [];
        storedPositions[slice] = stretch.until;
      }
      [batch, rows] = [[], []];
    };
    for (const slice of stretch.remaining) {
      const ofSlice = stretch.slices[slice]!;
      if (ofSlice.length === 0) continue;
      batch.push(slice);
      rows.push(...ofSlice);
      if (rows.length >= maxBatch) await commit();
    }
    if (batch.length > 0) await commit();
  }

  async function add(trx: Kysely<Database>, rows: readonly Bucket[]): Promise<void> {
    await addSightings(trx, rows);
    await storeLate(trx, rows, now());
  }

  function refuse(row: Bucket, error: unknown): void {
    log.warn({ err: error, tracker: row.trackerId }, "A sighting cannot be stored and is left out");
    dropped += row.count;
    countLoss?.("refused", row.count);
  }

  return {
    advanceTo: (atMs) => {
      const number = Math.floor(atMs / bucketMs);
      if (number === turnNumber) return;
      turnNumber = number;
      seal();
    },
    add: (advert, at) => {
      if (at < lastStored && at < storedPositions[sliceOf(advert.trackerId)]!) return;
      open.add(advert);
    },
    reached: (next) => void (position = next),
    flush: () => loop.flush(),
    close: () => loop.close(),
    crowded: () => queued() >= maxQueued,
    worked: () => Math.min(...storedPositions),
    stats: () => ({ queued: queued(), dropped }),
  };
}
