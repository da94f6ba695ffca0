import { setImmediate as turn, setTimeout as pause } from "node:timers/promises";
import type { LogBatch, LogPartition, LogRecord } from "../../platform/log/messageLog.ts";
import type { LocatedUpTo, LogCursors } from "./logCursors.repository.ts";
import type { PositionWriter } from "../history/positionWriter.ts";
import type { SightingWriter } from "../history/sightingWriter.ts";
import { type LocateWorker, tickMs } from "../locate/locateWorker.ts";
import type { SiteModels } from "../locate/siteModels.ts";
import { type Checkpoint, checkpoints } from "./checkpoints.ts";
import type { FailedMessages } from "./failedMessages.ts";
import type { RecordWork, Sender } from "./recordWork.ts";
import type { ShareMoves } from "./shareMoves.ts";
import { tickClock } from "./tickClock.ts";
import { ProcessEnded, type WorkAttempts } from "./workAttempts.ts";

/** After a start the windows are filled from records this much older than the first one that is processed. */
export const warmUpMs = 60_000;
/** After this much work, sockets, requests and timers get their turn. */
const turnMs = 4;
/** If the work is further behind than this, senders are slowed down, each message by at most this much. */
const maxLagMs = 250;
/**
 * Nobody waits longer than this for a site whose model cannot be read, and it is asked for again only after this time.
 */
const modelWaitMs = 2_000;
const modelRetryMs = 10_000;
/** How often the worker looks whether the database accepts results again. */
const crowdedMs = 200;
/** How often unreadable files are tried again. */
const unreadableMs = 1_000;
/** How often a caller that waits for the work checks whether it is done. */
const settledMs = 5;
/** How long the rest of the log is processed during a stop. */
const lastWorkMs = 3_000;

export interface LogWorker {
  /** Whether everything that was in the log at the start has been processed; until then nothing is shown to anybody. */
  caughtUp(): boolean;
  /** Null if the work keeps up; otherwise resolves once it does, or after a moment. */
  backpressure(): Promise<void> | null;
  /** Stores how far the work has come, and forgets what is finished. */
  storeProgress(): Promise<void>;
  /** Resolves once everything in the log at this moment has been processed. */
  settled(): Promise<void>;
  /** The age of the oldest message that waits to be processed, ms; 0: none waits. */
  behindMs(): number;
  /** What has been read but is not wholly in the database. */
  waiting(): { items: number; oldestMs: number | null };
  /** Processes the rest for a few seconds, and ends. */
  stop(): Promise<void>;
}

/**
 * Processes the log, record by record and tick by tick; the results depend only on the records and their times. After a
 * crash the records whose results were not stored are processed again, and earlier ticks are repeated silently.
 */
export function logWorker(parts: {
  log: LogPartition;
  cursors: Pick<LogCursors, "storeLocated">;
  /** How far an earlier process came; null: nothing of this log has been processed. */
  located: LocatedUpTo | null;
  records: RecordWork;
  /** The changes of shares that the log says; null: it says none. */
  moves: ShareMoves | null;
  failed: FailedMessages;
  attempts: WorkAttempts;
  /** Tests stand in for a fault of ours with it: it throws for the messages that have one. */
  breakWork?: ((record: LogRecord) => void) | undefined;
  locate: Pick<LocateWorker, "tick" | "busy">;
  sites: Pick<SiteModels, "ready" | "of">;
  positions: Pick<PositionWriter, "replayUntil" | "crowded" | "unsavedMs">;
  sightings: Pick<SightingWriter, "advanceTo" | "reached" | "crowded" | "worked">;
  flushStatus(): Promise<void>;
  /** Called for each tick once its fixes have been handed on. */
  ticked(nowMs: number): void;
  /**
   * Awaited before each record and, at a tick, between trackers: the newest messages go first, and tests stand in for a
   * slow processor with it. Null: nothing to wait for.
   */
  delay?: (() => Promise<void> | null) | undefined;
  now(): number;
  problem(error: unknown): void;
}): LogWorker {
  const { log, located, records, attempts, locate, sites, positions, sightings, delay = () => null } = parts;
  const from = Math.min(located?.position ?? 0, sightings.worked());
  const warmMs = located ? located.atMs - warmUpMs : -Infinity;
  const backlogEnd = log.end();
  const startedMs = parts.now();
  const trail = checkpoints();
  const modelRequests = new Map<string, number>();
  let next = located ? Math.min(from, log.positionAt(warmMs)) : log.start();
  let read = 0;
  // When the oldest record that waits arrived, or an earlier moment, ms. What is read for the windows alone does not wait.
  let waitingSinceMs = located?.atMs ?? startedMs;
  // How old the present record was when its turn came.
  let lagMs = 0;
  let caughtUp = false;
  let turnedMs = performance.now();
  let deadlineMs = Infinity;
  let lastPosition = Infinity;
  const isStopping = (): boolean => deadlineMs < Infinity;
  let storedPoint: Checkpoint | null = located && { ...located, records: 0 };
  let crowd: Promise<void> | null = null;

  /** Null: go on; otherwise resolves once others have had their turn. */
  const yieldTurn = (): Promise<void> | null => {
    if (performance.now() - turnedMs < turnMs) return null;
    return (delay() ?? turn()).then(() => void (turnedMs = performance.now()));
  };

  // Whether a record from the stored position on, or the time after it, has been processed.
  let isPastStored = false;
  /** Positions of a partition have gaps, so the next record may be far behind the stored position. */
  const isReplay = (): boolean =>
    located !== null && !isPastStored && (next < located.position || clock.lastMs() <= located.atMs);
  const clock = tickClock({
    everyMs: tickMs,
    tick: async (nowMs) => {
      await locate.tick(nowMs, isReplay(), yieldTurn);
      parts.ticked(nowMs);
    },
    busy: locate.busy,
  });

  /**
   * The same records must lead to the same fixes, whether or not their site is in memory: the first record of a site
   * waits for its model. Null: there is nothing to wait for.
   */
  const modelOf = (sender: Sender): Promise<void> | null => {
    const { siteId } = "gateway" in sender ? sender.gateway : sender.tracker;
    if (sites.ready(siteId) !== undefined) return null;
    if (performance.now() - (modelRequests.get(siteId) ?? -Infinity) < modelRetryMs) return null;
    modelRequests.set(siteId, performance.now());
    const abort = new AbortController();
    const ready = sites.of(siteId).then(
      () => undefined,
      () => undefined,
    );
    const waited = pause(modelWaitMs, undefined, { signal: abort.signal }).catch(() => undefined);
    return Promise.race([ready, waited]).finally(() => abort.abort());
  };

  /** A fault of ours only affects this tick. */
  const tickUntil = (ms: number): Promise<void> | null => clock.until(ms)?.catch(parts.problem) ?? null;

  const isWorkedBefore = ({ position }: LogRecord): boolean => located !== null && position < located.position;
  /** Null: it has been processed. A fault of ours only affects this record, which is set aside. */
  const workRecord = (record: LogRecord, sender: Sender): Promise<void> | null => {
    if (isWorkedBefore(record)) return workNow(record, sender);
    return attempts.watched(record.position, () => workNow(record, sender));
  };
  const workNow = (record: LogRecord, sender: Sender): Promise<void> | null => {
    const isWorked = isWorkedBefore(record);
    if (!isWorked && attempts.endsProcess(record.position)) return setAside(record, sender, new ProcessEnded());
    try {
      sightings.advanceTo(record.atMs);
      parts.breakWork?.(record);
      records.work(record, sender, isWorked);
      if (!isWorked) parts.failed.processed(record);
      return null;
    } catch (error) {
      parts.problem(error);
      return isWorked ? null : setAside(record, sender, error);
    }
  };
  const setAside = (record: LogRecord, sender: Sender, error: unknown): Promise<void> =>
    untilAccepted(() => parts.failed.setAside(record, sender, error));
  /** While the database does not accept it, the record and all behind it wait in the log. */
  const untilAccepted = async (act: () => Promise<void>): Promise<void> => {
    for (;;) {
      try {
        return await act();
      } catch (refused) {
        if (isStopping()) throw refused;
        parts.problem(refused);
        await pause(crowdedMs);
      }
    }
  };

  const move = async (moves: ShareMoves, record: LogRecord): Promise<void> => {
    await tickUntil(record.atMs - 1);
    await untilAccepted(() => moves.apply(record, isStopping));
  };

  const passed = (position: number): void => {
    next = position;
    if (located !== null && position > located.position) isPastStored = true;
    sightings.reached(position);
  };
  const waitsSince = (position: number, atMs: number): void => {
    if (located === null || position >= located.position) waitingSinceMs = atMs;
  };

  const workBatch = async (batch: LogBatch): Promise<void> => {
    for (const [nth, record] of batch.records.entries()) {
      next = record.position;
      waitsSince(record.position, record.atMs);
      const delayed = delay();
      if (delayed !== null) {
        await delayed;
        turnedMs = performance.now();
      }
      // Older records only share a file with the warm-up.
      const needed = record.position >= from || record.atMs >= warmMs;
      if (needed && parts.moves?.isChange(record) === true) await move(parts.moves, record);
      const sender = needed ? records.senderOf(record) : null;
      if (sender !== null) {
        const model = modelOf(sender);
        if (model !== null) await model;
        const ticks = tickUntil(record.atMs - 1);
        if (ticks !== null) await ticks;
        const aside = workRecord(record, sender);
        if (aside !== null) await aside;
      }
      read++;
      passed(batch.records[nth + 1]?.position ?? batch.next);
      const yielded = yieldTurn();
      if (yielded === null) continue;
      lagMs = parts.now() - record.atMs;
      await yielded;
      if (turnedMs > deadlineMs) return;
    }
    lagMs = parts.now() - (batch.records.at(-1)?.atMs ?? batch.untilMs);
    await tickUntil(batch.untilMs);
    sightings.advanceTo(batch.untilMs);
    passed(batch.next);
    waitsSince(batch.next, batch.untilMs);
  };

  const run = async (): Promise<void> => {
    for await (const batch of log.read(next)) {
      await workBatch(batch);
      trail.add({ position: next, atMs: clock.lastMs(), records: read });
      if (!caughtUp && next >= backlogEnd) {
        caughtUp = true;
        attempts.caughtUp();
        positions.replayUntil(clock.lastMs());
      }
      if (isStopping() && (next >= lastPosition || performance.now() > deadlineMs)) return;
      // If results cannot be written, the rest waits in the log, where it survives a crash.
      while ((positions.crowded() || sightings.crowded()) && !isStopping()) await pause(crowdedMs);
    }
  };
  const running = (async () => {
    positions.replayUntil(Infinity);
    for (;;) {
      try {
        return await run();
      } catch (error) {
        // The files cannot be read at the moment. During a stop, their content is left to the next start.
        parts.problem(error);
        if (isStopping()) return;
        await pause(unreadableMs);
      }
    }
  })();

  const storeProgress = async (): Promise<void> => {
    const statusAt = next;
    await parts.flushStatus();
    const point = trail.reached(positions.unsavedMs(), statusAt);
    if (point === null) return;
    // While the windows are filled again, the worker is still before the stored position.
    if (storedPoint !== null && point.position < storedPoint.position) return;
    if (point.position !== storedPoint?.position) await parts.cursors.storeLocated(point);
    storedPoint = point;
    const processed = Math.min(point.position, sightings.worked());
    // Making room for new records matters more than warm windows after a start.
    const { bytes, maxBytes } = log.stats();
    await log.deleteBefore(
      bytes > maxBytes / 2 ? processed : Math.min(processed, log.positionAt(point.atMs - warmUpMs)),
    );
  };

  return {
    caughtUp: () => caughtUp,
    backpressure: () => {
      if (lagMs < maxLagMs) return null;
      return (crowd ??= pause(maxLagMs).finally(() => (crowd = null)));
    },
    storeProgress,
    settled: async () => {
      const end = log.end();
      const isBehind = (): boolean => next < end && !isStopping();
      while (isBehind()) await pause(settledMs);
    },
    behindMs: () => (next >= log.end() ? 0 : Math.max(0, parts.now() - waitingSinceMs)),
    waiting: () => {
      const items = read - (storedPoint?.records ?? 0);
      return { items, oldestMs: items === 0 && next >= log.end() ? null : (storedPoint?.atMs ?? startedMs) };
    },
    stop: async () => {
      // What comes later is the next process's.
      lastPosition = log.end();
      deadlineMs = performance.now() + lastWorkMs;
      await running;
    },
  };
}
