import { recordBytes, writeRecord } from "./logRecord.ts";
import type { LogEntry, LogRecord } from "./messageLog.ts";

/** Records that are written and synced together. */
export interface Group {
  records: LogRecord[];
  /** How many bytes each record takes. */
  sizes: number[];
  buffers: Buffer[];
  bytes: number;
  /** When its first record arrived, by the monotonic clock. */
  sinceMs: number;
  stored: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/** Small messages share a buffer, so that a hundred of them cost one allocation and one write. */
const slabBytes = 256 * 1024;
/** A clock that goes back by more than this was set, and later records follow it. */
const clockSetMs = 1_000;

/** Gathers records that will be kept together, and stamps each with its arrival. */
export function groupCommit(now: () => number) {
  let slab = Buffer.allocUnsafeSlow(slabBytes);
  let used = 0;
  let unwrittenFrom = 0;
  let group = newGroup();
  // No later record may have this time or an earlier one.
  let saidMs = -Infinity;
  let lastMs = -Infinity;

  const cut = (): void => {
    if (used > unwrittenFrom) group.buffers.push(slab.subarray(unwrittenFrom, used));
    unwrittenFrom = used;
  };
  const room = (bytes: number): void => {
    if (used + bytes <= slab.length) return;
    cut();
    slab = Buffer.allocUnsafeSlow(Math.max(slabBytes, bytes));
    used = 0;
    unwrittenFrom = 0;
  };
  /** The clock, but never before a time that was given out, unless the clock was set back. */
  const stamp = (): number => {
    const clockMs = now();
    if (clockMs < Math.max(saidMs, lastMs) - clockSetMs) saidMs = lastMs = -Infinity;
    return Math.max(clockMs, saidMs + 1, lastMs);
  };

  return {
    add: (entry: LogEntry): Promise<void> => {
      const bytes = recordBytes(entry);
      room(bytes);
      lastMs = stamp();
      if (group.bytes === 0) group.sinceMs = performance.now();
      group.records.push(writeRecord(slab, used, bytes, lastMs, entry));
      group.sizes.push(bytes);
      group.bytes += bytes;
      used += bytes;
      return group.stored;
    },
    /** Takes everything gathered; null: nothing was. */
    take: (): Group | null => {
      if (group.records.length === 0) return null;
      cut();
      const drained = group;
      group = newGroup();
      return drained;
    },
    bytes: () => group.bytes,
    count: () => group.records.length,
    /** How long the oldest record has waited; Infinity: nothing waits. */
    waitedMs: () => performance.now() - group.sinceMs,
    /** When the oldest waiting record arrived; null: nothing waits. */
    oldestMs: (): number | null => group.records[0]?.atMs ?? null,
    /** A moment up to which no further record will arrive. */
    past: (): number => {
      const clockMs = now();
      if (clockMs < saidMs - clockSetMs) saidMs = lastMs = -Infinity;
      return (saidMs = Math.max(saidMs, clockMs - 1));
    },
  };
}

function newGroup(): Group {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // A sender that does not wait for an answer does not want one.
  promise.catch(() => undefined);
  return { records: [], sizes: [], buffers: [], bytes: 0, sinceMs: -Infinity, stored: promise, resolve, reject };
}
