import { recordBytes, writeRecord } from "./logRecord.ts";
import type { LogEntry, LogRecord } from "./messageLog.ts";

/** Records that are written and kept together. */
export interface Group {
  records: LogRecord[];
  /** How many bytes each record takes. */
  sizes: number[];
  buffers: Buffer[];
  bytes: number;
  /** When its first record came, by the process's own clock. */
  sinceMs: number;
  kept: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/** Small messages share a buffer: one allocation and one write for a hundred of them. */
const slabBytes = 256 * 1024;
/** A clock that goes back by more has been set, and what comes then is told by it. */
const clockSetMs = 1_000;

/** Gathers what is to be kept together, stamped with its arrival. */
export function groupCommit(now: () => number) {
  let slab = Buffer.allocUnsafeSlow(slabBytes);
  let used = 0;
  let takenFrom = 0;
  let group = newGroup();
  // No later record may be of this moment or before it.
  let saidMs = -Infinity;
  let lastMs = -Infinity;

  const cut = (): void => {
    if (used > takenFrom) group.buffers.push(slab.subarray(takenFrom, used));
    takenFrom = used;
  };
  const room = (bytes: number): void => {
    if (used + bytes <= slab.length) return;
    cut();
    slab = Buffer.allocUnsafeSlow(Math.max(slabBytes, bytes));
    used = 0;
    takenFrom = 0;
  };
  /** The clock, never before what was said of it, unless it was set back. */
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
      return group.kept;
    },
    /** What has gathered; null: nothing has. */
    take: (): Group | null => {
      if (group.records.length === 0) return null;
      cut();
      const taken = group;
      group = newGroup();
      return taken;
    },
    bytes: () => group.bytes,
    /** How long the oldest has waited; Infinity: nothing waits. */
    waitedMs: () => performance.now() - group.sinceMs,
    /** When the oldest that waits arrived; null: nothing waits. */
    oldestMs: (): number | null => group.records[0]?.atMs ?? null,
    /** A moment up to which nothing will come any more. */
    past: (): number => {
      const clockMs = now();
      if (clockMs < saidMs - clockSetMs) saidMs = lastMs = -Infinity;
      return (saidMs = Math.max(saidMs, clockMs - 1));
    },
  };
}

function newGroup(): Group {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Who sends without waiting for an answer asks for none.
  promise.catch(() => undefined);
  return { records: [], sizes: [], buffers: [], bytes: 0, sinceMs: -Infinity, kept: promise, resolve, reject };
}
