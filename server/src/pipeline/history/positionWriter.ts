import type { Kysely } from "kysely";
import type { BaseLogger } from "pino";
import type { Database } from "../../platform/database/schema.ts";
import { transaction } from "../../platform/database/transaction.ts";
import type { Buffers } from "../../platform/health/buffers.ts";
import { flushLoop } from "./flushLoop.ts";
import { markChangedHours } from "./changedTimes.ts";
import { writeHalving } from "./writeHalving.ts";
import { bothMoving, continuesStay, type PositionFix } from "./positionFold.ts";
import { extendStays, insertStays, lastStays, upsertLatest } from "./positions.repository.ts";

import {
  changedTime,
  distinctRows,
  isStored,
  newStay,
  type Snapshot,
  snapshot,
  storedStay,
  type WrittenStay,
} from "./writtenStay.ts";

export type { PositionFix } from "./positionFold.ts";

export interface PositionWriter {
  /** Takes one fix; never waits and never fails. Fixes of one tracker must come in the order of their times. */
  add(fix: PositionFix): void;
  /** Writes everything that was added before. If the database refuses it rejects, and nothing is lost. */
  flush(): Promise<void>;
  /** Stops the timer and writes the rest. */
  close(): Promise<void>;
  /**
   * Fixes up to this moment may have been stored before a crash; those that a stored row covers are not added again.
   */
  replayUntil(untilMs: number): void;
  /** Another process writes about a tracker from now on. What was added of it must have been written. */
  forget(trackerId: string): void;
  /** Whether so much waits that nothing more should be added. */
  crowded(): boolean;
  /** Every fix before this moment is in the database; null: all fixes are. */
  unsavedMs(): number | null;
  stats(): PositionWriterStats;
}

export interface PositionWriterStats {
  /** History rows that wait to be written. */
  queued: number;
  /** History rows that were written or extended. */
  written: number;
  /** Rows that the database refused as invalid. */
  dropped: number;
  /** Fixes older than what is already stored. */
  late: number;
}

interface Tracked {
  trackerId: string;
  /**
   * Fixes that came before the tracker's last stored row was looked up; null: it has been. After a restart a still
   * thing continues in its old row, and what that row covers is not stored again.
   */
  early: PositionFix[] | null;
  /** The last one is open; the others wait to be written. */
  stays: WrittenStay[];
  latest: { fix: PositionFix; stay: WrittenStay } | null;
}

interface Batch {
  tracked: Tracked;
  inserts: WrittenStay[];
  extensions: WrittenStay[];
  latest: Tracked["latest"];
}

/** An older fix is late and ignored. If it is older by more than this, the clock was set back, and the fix is taken. */
const lateMs = 60_000;
/** A tracker that is silent for this long is forgotten and looked up again later. */
const idleTimeoutMs = 10 * 60_000;

/**
 * Writes fixes in batches: the latest row of each tracker, and history in which a still thing extends its last row
 * instead of adding one (decisions C24). If the database is slow or away, rows wait; none is given up.
 * @param options.mostQueued how many rows may wait before the writer calls itself crowded
 * @param options.flushMs between two writes
 * @param options.extendMs how much the end of an open row may lag in the database
 */
export function createPositionWriter(options: {
  db: Kysely<Database>;
  now: () => number;
  log: Pick<BaseLogger, "warn">;
  flushMs?: number;
  extendMs?: number;
  maxBatch?: number;
  maxQueued?: number;
  /** Shows in `/metrics` what waits and what was lost. */
  waiting?: Pick<Buffers, "add">;
  /** Rejects if another process works on the log by now; called in each transaction that writes. */
  check?: (trx: Kysely<Database>) => Promise<void>;
}): PositionWriter {
  const { db, now, log, flushMs = 250, extendMs = 10_000, maxBatch = 1000, maxQueued = 100_000 } = options;
  const trackers = new Map<string, Tracked>();
  const changed = new Set<Tracked>();
  let [queued, written, dropped, late] = [0, 0, 0, 0];
  let sweptMs = now();
  let replayUntilMs = -Infinity;
  const countLoss = options.waiting?.add(
    "positions",
    () => ({ items: queued, oldestMs: queued === 0 ? null : unsavedMs() }),
    ["refused"],
  );
  const loop = flushLoop({ what: "Positions", everyMs: flushMs, write, now, log });

  function add(fix: PositionFix): void {
    let tracked = trackers.get(fix.trackerId);
    if (!tracked) {
      tracked = { trackerId: fix.trackerId, early: [], stays: [], latest: null };
      trackers.set(fix.trackerId, tracked);
    }
    if (tracked.early === null) return place(tracked, fix);
    tracked.early.push(fix);
    queued += 1;
    changed.add(tracked);
  }

  function place(tracked: Tracked, fix: PositionFix): void {
    const stay = stayOf(tracked, fix);
    if (!stay) {
      late += 1;
      return;
    }
    if (fix.shown || !tracked.latest?.fix.shown) tracked.latest = { fix, stay };
    changed.add(tracked);
  }

  function unsavedMs(): number | null {
    let unsaved = Infinity;
    for (const { early, stays, latest } of changed) {
      unsaved = Math.min(unsaved, early?.[0]?.atMs ?? Infinity, latest?.fix.atMs ?? Infinity);
      for (const stay of stays)
        if (!isStored(stay)) unsaved = Math.min(unsaved, stay.inserted ? stay.storedEndMs + 1 : stay.fix.atMs);
    }
    return unsaved === Infinity ? null : unsaved;
  }

  /** The row that includes this fix: the open one, extended, or a new one. Null for a late fix. */
  function stayOf(tracked: Tracked, fix: PositionFix): WrittenStay | null {
    const open = tracked.stays.at(-1);
    if (open && continuesStay(open, fix)) {
      open.endMs = fix.atMs;
      open.moving = bothMoving(open.moving, fix.moving);
      return open;
    }
    if (open && fix.atMs <= open.endMs && (open.endMs - fix.atMs <= lateMs || fix.atMs <= replayUntilMs)) return null;
    const stay = newStay(fix);
    tracked.stays.push(stay);
    queued += 1;
    return stay;
  }

  async function write(everything: boolean): Promise<void> {
    // What is added from here on waits for the next turn: under load this one would never end.
    const round = [...changed];
    await lookUp(round.filter((tracked) => tracked.early !== null));
    let batches: Batch[] = [];
    let rows = 0;
    for (const tracked of round) {
      const batch = batchOf(tracked, everything);
      if (!batch) {
        dropIfWritten(tracked);
        continue;
      }
      batches.push(batch);
      rows += Math.max(1, batch.inserts.length);
      if (rows < maxBatch) continue;
      await store(batches);
      [batches, rows] = [[], 0];
    }
    if (batches.length) await store(batches);
    dropIdle();
  }

  async function lookUp(unknown: Tracked[]): Promise<void> {
    for (let start = 0; start < unknown.length; start += maxBatch) {
      const batch = unknown.slice(start, start + maxBatch);
      const lastRows = await lastStays(
        db,
        batch.map((tracked) => tracked.trackerId),
      );
      const byTracker = new Map(lastRows.map((stay) => [stay.trackerId, stay]));
      for (const tracked of batch) {
        const last = byTracker.get(tracked.trackerId);
        if (last) tracked.stays = [storedStay(last)];
        const early = tracked.early ?? [];
        tracked.early = null;
        queued -= early.length;
        for (const fix of early) place(tracked, fix);
      }
    }
  }

  function batchOf(tracked: Tracked, everything: boolean): Batch | null {
    const inserts = tracked.stays.filter((stay) => !stay.inserted);
    const extensions = tracked.stays.filter(
      (stay, index) =>
        stay.inserted &&
        !isStored(stay) &&
        (everything || index < tracked.stays.length - 1 || now() - stay.storedAtMs >= extendMs),
    );
    if (!inserts.length && !extensions.length && !tracked.latest) return null;
    return { tracked, inserts, extensions, latest: tracked.latest };
  }

  const store = (batches: Batch[]): Promise<void> =>
    writeHalving(batches, storeAll, (batch, error) => {
      log.warn({ err: error, tracker: batch.tracked.trackerId }, "A position cannot be stored and is left out");
      dropped += batch.inserts.length;
      countLoss?.("refused", batch.inserts.length);
      settle([batch], batch.inserts.map(snapshot), batch.extensions.map(snapshot));
    });

  async function storeAll(batches: readonly Batch[]): Promise<void> {
    const inserts = batches.flatMap((batch) => batch.inserts.map(snapshot));
    const extensions = batches.flatMap((batch) => batch.extensions.map(snapshot));
    const latest = batches.flatMap(({ latest: last }) =>
      last ? [{ fix: { ...last.fix, atMs: last.stay.fix.atMs }, endMs: last.fix.atMs, moving: last.fix.moving }] : [],
    );
    await transaction(db, async (trx) => {
      await options.check?.(trx);
      await insertStays(trx, distinctRows(inserts));
      await extendStays(trx, extensions);
      await upsertLatest(trx, latest);
      await markChangedHours(trx, [...inserts, ...extensions].map(changedTime));
    });
    written += inserts.length + extensions.length;
    settle(batches, inserts, extensions);
  }

  function settle(batches: readonly Batch[], inserts: Snapshot[], extensions: Snapshot[]): void {
    queued -= inserts.length;
    const storedAtMs = now();
    for (const { stay, endMs, moving } of [...inserts, ...extensions])
      Object.assign(stay, { inserted: true, storedEndMs: endMs, storedMoving: moving, storedAtMs });
    for (const { tracked, latest } of batches) {
      if (tracked.latest === latest) tracked.latest = null;
      tracked.stays = tracked.stays.filter(
        (stay, index) => index === tracked.stays.length - 1 || !stay.inserted || stay.endMs > stay.storedEndMs,
      );
      dropIfWritten(tracked);
    }
  }

  function dropIfWritten(tracked: Tracked): void {
    if (!tracked.latest && tracked.early === null && tracked.stays.every(isStored)) changed.delete(tracked);
  }

  function dropIdle(): void {
    if (now() - sweptMs < idleTimeoutMs) return;
    sweptMs = now();
    for (const tracked of trackers.values()) {
      const open = tracked.stays.at(-1);
      if (!changed.has(tracked) && now() - (open?.endMs ?? 0) > idleTimeoutMs) trackers.delete(tracked.trackerId);
    }
  }

  return {
    add,
    flush: () => loop.flush(),
    close: () => loop.close(),
    replayUntil: (untilMs) => void (replayUntilMs = untilMs),
    forget: (trackerId) => void trackers.delete(trackerId),
    crowded: () => queued >= maxQueued,
    unsavedMs,
    stats: () => ({ queued, written, dropped, late }),
  };
}
