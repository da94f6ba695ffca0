import type { Kysely } from "kysely";
import type { BaseLogger } from "pino";
import type { Database } from "../adapters/database/schema.ts";
import { transaction } from "../adapters/database/transaction.ts";
import type { Buffers } from "../system/buffers.ts";
import { flushLoop } from "./flushLoop.ts";
import { writeHalving } from "./writeHalving.ts";
import { continues, type PositionFix } from "./positionFold.ts";
import { extendStays, insertStays, lastStays, type StayRow, upsertLatest } from "./positionStatements.ts";

export type { PositionFix } from "./positionFold.ts";

export interface PositionWriter {
  /** Takes one fix; never waits and never fails. Fixes of one tracker come in the order of their times. */
  add(fix: PositionFix): void;
  /** Writes everything that was added before. Rejects when the database refuses; nothing is lost then. */
  flush(): Promise<void>;
  /** Stops the timer and writes the rest. */
  close(): Promise<void>;
  stats(): PositionWriterStats;
}

export interface PositionWriterStats {
  /** History rows that wait to be written. */
  queued: number;
  /** History rows that were written, or made to end later. */
  written: number;
  /** Fixes without a place in history: the queue was full, or the database took the row for nonsense. */
  dropped: number;
  /** Fixes older than what was stored already. */
  late: number;
}

/** A history row in memory. `stored…` is what the database has of it. */
interface Stay extends StayRow {
  inserted: boolean;
  inFlight: boolean;
  storedEndMs: number;
  storedMoving: boolean;
  storedAtMs: number;
}

interface Tracked {
  trackerId: string;
  /** Whether the last stored row has been looked up: after a restart a still thing goes on in its old row. */
  known: boolean;
  /** The last one is open; those before it wait to be written. */
  stays: Stay[];
  latest: { fix: PositionFix; stay: Stay } | null;
}

interface Batch {
  tracked: Tracked;
  inserts: Stay[];
  extensions: Stay[];
  latest: Tracked["latest"];
}

/** An older fix is late; one that is older by more means that the clock was set back, and is taken. */
const lateMs = 60_000;
/** A tracker silent for so long is forgotten and looked up again. */
const forgetMs = 10 * 60_000;

/**
 * Writes fixes in batches: the latest row of each tracker, and history in which a still thing makes its last row end
 * later instead of adding one (decisions C24). A slow or absent database makes rows wait, `maxQueued` at most, beyond
 * which a tracker's waiting row gives way to its next; the latest position is kept in any case.
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
  /** Shows what waits and what was lost in `/metrics`. */
  waiting?: Buffers;
}): PositionWriter {
  const { db, now, log, flushMs = 250, extendMs = 10_000, maxBatch = 1000, maxQueued = 100_000 } = options;
  const trackers = new Map<string, Tracked>();
  const news = new Set<Tracked>();
  let [queued, written, dropped, late] = [0, 0, 0, 0];
  let sweptMs = now();
  const countLoss = options.waiting?.add("positions", () => ({ items: queued, oldestMs: oldestWaitingMs() }), [
    "full",
    "refused",
  ]);
  const loop = flushLoop({ what: "Positions", everyMs: flushMs, write, now, log });

  function add(fix: PositionFix): void {
    let tracked = trackers.get(fix.trackerId);
    if (!tracked) {
      tracked = { trackerId: fix.trackerId, known: false, stays: [], latest: null };
      trackers.set(fix.trackerId, tracked);
    }
    const stay = stayOf(tracked, fix);
    if (!stay) {
      late += 1;
      return;
    }
    if (fix.shown || !tracked.latest?.fix.shown) tracked.latest = { fix, stay };
    news.add(tracked);
  }

  function lose(reason: string, rows: number): void {
    dropped += rows;
    countLoss?.(reason, rows);
  }

  function oldestWaitingMs(): number | null {
    let oldest: number | null = null;
    for (const { stays } of news) {
      const first = stays.find((stay) => !stay.inserted);
      if (first && (oldest === null || first.fix.atMs < oldest)) oldest = first.fix.atMs;
    }
    return oldest;
  }

  /** The row that holds this fix: the open one, made longer, or a new one. Null for a late fix. */
  function stayOf(tracked: Tracked, fix: PositionFix): Stay | null {
    const open = tracked.stays.at(-1);
    if (open && continues(open, fix)) {
      open.endMs = fix.atMs;
      open.moving &&= fix.moving;
      return open;
    }
    if (open && fix.atMs <= open.endMs && open.endMs - fix.atMs <= lateMs) return null;
    const stay = newStay(fix);
    if (queued >= maxQueued && open && !open.inserted && !open.inFlight) {
      tracked.stays[tracked.stays.length - 1] = stay;
      lose("full", 1);
    } else {
      tracked.stays.push(stay);
      queued += 1;
    }
    return stay;
  }

  async function write(everything: boolean): Promise<void> {
    // What is added from here on is the next turn's: under load this one would never end.
    const turn = [...news];
    await lookUp(turn.filter((tracked) => !tracked.known));
    let batches: Batch[] = [];
    let rows = 0;
    for (const tracked of turn) {
      const batch = batchOf(tracked, everything);
      if (!batch) continue;
      batches.push(batch);
      rows += Math.max(1, batch.inserts.length);
      if (rows < maxBatch) continue;
      await store(batches);
      [batches, rows] = [[], 0];
    }
    if (batches.length) await store(batches);
    forgetSilent();
  }

  async function lookUp(unknown: Tracked[]): Promise<void> {
    for (let start = 0; start < unknown.length; start += maxBatch) {
      const some = unknown.slice(start, start + maxBatch);
      const found = await lastStays(
        db,
        some.map((tracked) => tracked.trackerId),
      );
      const byTracker = new Map(found.map((stay) => [stay.trackerId, stay]));
      for (const tracked of some) {
        tracked.known = true;
        const last = byTracker.get(tracked.trackerId);
        const first = tracked.stays[0];
        if (!last || !first || !continues(last, first.fix)) continue;
        const resumed = { ...newStay(last.fix), inserted: true, storedEndMs: last.endMs, storedMoving: last.moving };
        resumed.endMs = first.endMs;
        resumed.moving = last.moving && first.moving;
        tracked.stays[0] = resumed;
        if (tracked.latest?.stay === first) tracked.latest.stay = resumed;
        queued -= 1;
      }
    }
  }

  function batchOf(tracked: Tracked, everything: boolean): Batch | null {
    const inserts = tracked.stays.filter((stay) => !stay.inserted);
    const extensions = tracked.stays.filter(
      (stay, index) =>
        stay.inserted &&
        (stay.endMs > stay.storedEndMs || stay.moving !== stay.storedMoving) &&
        (everything || index < tracked.stays.length - 1 || now() - stay.storedAtMs >= extendMs),
    );
    if (!inserts.length && !extensions.length && !tracked.latest) return null;
    return { tracked, inserts, extensions, latest: tracked.latest };
  }

  const store = (batches: Batch[]): Promise<void> =>
    writeHalving(batches, storeAll, (batch, error) => {
      log.warn({ err: error, tracker: batch.tracked.trackerId }, "A position cannot be stored and is left out");
      lose("refused", batch.inserts.length);
      settle([batch], batch.inserts.map(snapshot), batch.extensions.map(snapshot));
    });

  async function storeAll(batches: readonly Batch[]): Promise<void> {
    const inserts = batches.flatMap((batch) => batch.inserts.map(snapshot));
    const extensions = batches.flatMap((batch) => batch.extensions.map(snapshot));
    const latest = batches.flatMap(({ latest: last }) =>
      last ? [{ fix: { ...last.fix, atMs: last.stay.fix.atMs }, endMs: last.fix.atMs, moving: last.fix.moving }] : [],
    );
    for (const { stay } of inserts) stay.inFlight = true;
    try {
      await transaction(db, async (trx) => {
        await insertStays(trx, distinct(inserts));
        await extendStays(trx, extensions);
        await upsertLatest(trx, latest);
      });
    } finally {
      for (const { stay } of inserts) stay.inFlight = false;
    }
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
      const [only] = tracked.stays;
      const done = tracked.stays.length === 1 && only?.inserted && only.endMs === only.storedEndMs;
      if (done && !tracked.latest && only.moving === only.storedMoving) news.delete(tracked);
    }
  }

  function forgetSilent(): void {
    if (now() - sweptMs < forgetMs) return;
    sweptMs = now();
    for (const tracked of trackers.values()) {
      const open = tracked.stays.at(-1);
      if (!news.has(tracked) && now() - (open?.endMs ?? 0) > forgetMs) trackers.delete(tracked.trackerId);
    }
  }

  return {
    add,
    flush: () => loop.flush(),
    close: () => loop.close(),
    stats: () => ({ queued, written, dropped, late }),
  };
}

interface Snapshot extends StayRow {
  stay: Stay;
}

/** The row as it is now: it may be made longer while it is being written. */
function snapshot(stay: Stay): Snapshot {
  return { stay, fix: stay.fix, endMs: stay.endMs, moving: stay.moving };
}

function newStay(fix: PositionFix): Stay {
  return {
    fix,
    endMs: fix.atMs,
    moving: fix.moving,
    inserted: false,
    inFlight: false,
    storedEndMs: -Infinity,
    storedMoving: fix.moving,
    storedAtMs: -Infinity,
  };
}

/** One insert may not name a row twice, as happens when the clock is set back onto a millisecond that was used. */
function distinct(rows: Snapshot[]): Snapshot[] {
  return [...new Map(rows.map((row) => [`${row.fix.trackerId} ${row.fix.atMs}`, row])).values()];
}
