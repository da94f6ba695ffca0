import type { LogBatch, LogPartition, LogRecord } from "../../platform/log/messageLog.ts";
import type { LocateWorker } from "../locate/locateWorker.ts";
import { previewTurns } from "./previewTurns.ts";
import type { RecordWork } from "./recordWork.ts";

/** The newest messages are located first when the log's worker is behind by the first, until it is by the second. */
const startMs = 10_000;
const endMs = 1_000;
/** A fix needs about this much of what was heard before it, ms. */
const windowMs = 30_000;
/** If the preview itself is further behind, it leaves out what its windows do not need. */
const leaveOutMs = 2 * windowMs;
/** A tracker gets at most one fix in this time, ms, and one in the longer time even if reading does not keep up. */
const sweepMs = 1_000;
const longestSweepMs = 10_000;
/** The preview has all news if it has read everything that is older than this, ms. */
const currentMs = 2_000;

export interface LivePreview {
  /** How far behind the picture is, ms; null: the preview shows nothing, the picture is that of the log's worker. */
  behindMs(): number | null;
  /** Starts or ends; called every second. */
  check(): void;
  /** Awaited by the log's worker before each record. Null: the preview has nothing to do. */
  yieldToPreview(): Promise<void> | null;
  close(): Promise<void>;
}

/**
 * While the log's worker is far behind, locates what comes last and shows it, and nothing else: the worker goes on in
 * order and makes history and crossings of geofences, so that a preview may leave out whatever it wants.
 */
export function livePreview(parts: {
  log: Pick<LogPartition, "read" | "end" | "positionAt">;
  /** How far behind the log's worker is, ms. */
  workBehindMs(): number;
  /** Windows and fixes that are the preview's own. */
  open(): { records: RecordWork; locate: Pick<LocateWorker, "tick" | "close">; renew(): void };
  /** Called after each round of fixes. */
  ticked(nowMs: number): void;
  delay?: (() => Promise<void> | null) | undefined;
  now(): number;
  problem(error: unknown): void;
}): LivePreview {
  const { log, workBehindMs, now, delay = () => null } = parts;
  let running: Promise<void> | null = null;
  let isStopping = false;
  let isClosed = false;
  let next = 0;
  let readMs = -Infinity;
  let hasShown = false;
  let isSweeping = false;
  const turns = previewTurns(() => performance.now());

  const preview = async (): Promise<void> => {
    const { records, locate, renew } = parts.open();
    let fromMs = now() - windowMs;
    let tickedMs = -Infinity;
    let sweptMs = performance.now();
    const yieldTurn = (): Promise<void> | null => turns.yieldTurn()?.then(renew) ?? null;
    const process = async (record: LogRecord): Promise<void> => {
      const delayed = delay();
      if (delayed !== null) await delayed;
      readMs = record.atMs;
      if (record.atMs < fromMs) return;
      const sender = records.senderOf(record);
      try {
        if (sender !== null) records.work(record, sender, false);
      } catch (error) {
        parts.problem(error);
      }
    };
    const sweep = async (untilMs: number): Promise<void> => {
      const nowMs = Math.floor(untilMs);
      if (Math.abs(nowMs - tickedMs) < sweepMs) return;
      tickedMs = nowMs;
      isSweeping = true;
      renew();
      await turns.picture(() => locate.tick(nowMs, false, yieldTurn));
      isSweeping = false;
      hasShown = true;
      sweptMs = performance.now();
      parts.ticked(nowMs);
    };
    const processBatch = async (batch: LogBatch): Promise<void> => {
      turns.begin();
      for (const record of batch.records) {
        if (isStopping) return;
        await process(record);
        await yieldTurn();
      }
      next = batch.next;
      readMs = batch.untilMs;
      const behindMs = next >= log.end() ? 0 : now() - readMs;
      if (behindMs < currentMs || performance.now() - sweptMs > longestSweepMs) await sweep(batch.untilMs);
      if (now() - readMs > leaveOutMs) fromMs = now() - windowMs;
      // Until the next messages are read, the worker need not wait.
      turns.end();
    };
    try {
      next = log.positionAt(fromMs);
      for await (const batch of log.read(next)) {
        if (!isStopping) await processBatch(batch);
        if (isStopping) return;
      }
    } finally {
      turns.end();
      locate.close();
    }
  };

  const start = (): void => {
    isStopping = hasShown = false;
    readMs = -Infinity;
    running = preview()
      .catch(parts.problem)
      .finally(() => (running = null));
  };

  return {
    behindMs: () => {
      if (running === null || !hasShown) return null;
      return next >= log.end() && !isSweeping ? 0 : Math.max(0, now() - readMs);
    },
    check: () => {
      const behindMs = workBehindMs();
      if (running === null && behindMs > startMs && !isClosed) start();
      else if (running !== null && behindMs < endMs) isStopping = true;
    },
    yieldToPreview: turns.yieldToPreview,
    close: async () => {
      isClosed = isStopping = true;
      await running;
    },
  };
}
