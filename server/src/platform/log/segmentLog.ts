import { constants } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { syncFolder } from "../files/syncFolder.ts";
import { type Group, groupCommit } from "./groupCommit.ts";
import { type LogBatch, type LogEntry, LogFull, type LogRecord, type MessageLog } from "./messageLog.ts";
import { wholeLog } from "./partitions.ts";
import { logId, openSegments, readSegment, removeSegment, type Segment, segmentPath } from "./segments.ts";

/**
 * Records that were kept but not read yet stay in memory for a reader, up to this size; beyond it the files are read.
 */
const inboxBytes = 8 * 1024 * 1024;

/** A write returns once its bytes are on the disk. That makes one trip to the disk instead of two. */
const synced = constants.O_RDWR | constants.O_DSYNC;

interface Reader {
  groups: { start: number; next: number; records: LogRecord[]; bytes: number }[];
  bytes: number;
  wake(): void;
}

/**
 * The log in the data folder: files that are only appended to. Records that arrive within a few milliseconds are
 * written and synced together; while one group is on its way to the disk the next one gathers. Rejects with the
 * system's error when the folder cannot be used.
 * @param options.gatherMs how long the first record of a group waits for others
 * @param options.idleMs a reader is told at least this often how far the time has advanced
 */
export async function segmentLog(options: {
  folder: string;
  now: () => number;
  maxBytes: number;
  segmentBytes?: number;
  gatherMs?: number;
  idleMs?: number;
}): Promise<MessageLog> {
  const { folder, now, maxBytes, gatherMs = 10, idleMs = 50 } = options;
  const segmentBytes = options.segmentBytes ?? Math.min(16 * 1024 * 1024, Math.ceil(maxBytes / 8));
  const id = await logId(folder);
  const { segments, tornBytes } = await openSegments(folder);
  let brokenBytes = tornBytes;
  let heldBytes = segments.reduce((sum, { bytes }) => sum + bytes, 0);
  let file: FileHandle | null = null;
  let underWay: Group | null = null;
  let committing: Promise<void> | null = null;
  const closing = new AbortController();
  const isClosed = (): boolean => closing.signal.aborted;
  const gathering = groupCommit(now);
  const readers = new Set<Reader>();

  const last = (): Segment | undefined => segments.at(-1);
  const start = (): number => segments[0]?.base ?? 0;
  const end = (): number => (last()?.base ?? 0) + (last()?.bytes ?? 0);

  const addSegment = async (): Promise<void> => {
    await file?.close();
    file = null;
    const base = end();
    // A file left by a failed write contains nothing.
    const path = segmentPath(folder, base);
    const added = await open(path, synced | constants.O_CREAT | constants.O_TRUNC);
    try {
      await syncFolder(folder);
    } catch (error) {
      // It is not part of the log yet, and the next start must not find it.
      await added.close();
      await rm(path, { force: true });
      throw error;
    }
    file = added;
    if (last()?.base !== base) segments.push({ base, bytes: 0, firstMs: Infinity });
  };

  const write = async (group: Group): Promise<void> => {
    const current = last();
    if (!current || (current.bytes > 0 && current.bytes + group.bytes > segmentBytes)) await addSegment();
    else file ??= await open(segmentPath(folder, current.base), synced);
    const segment = last()!;
    let rest = group.buffers;
    for (let at = segment.bytes; rest.length > 0;) {
      const { bytesWritten } = await file!.writev(rest, at);
      at += bytesWritten;
      rest = after(rest, bytesWritten);
    }
  };

  const deliver = (group: Group): void => {
    const segment = last()!;
    const from = end();
    let position = from;
    for (const [nth, record] of group.records.entries()) {
      record.position = position;
      position += group.sizes[nth]!;
    }
    segment.firstMs = Math.min(segment.firstMs, group.records[0]!.atMs);
    segment.bytes += group.bytes;
    heldBytes += group.bytes;
    for (const reader of readers) {
      if (reader.bytes > inboxBytes) [reader.groups, reader.bytes] = [[], 0];
      reader.groups.push({ start: from, next: position, records: group.records, bytes: group.bytes });
      reader.bytes += group.bytes;
      reader.wake();
    }
  };

  const commitAll = async (): Promise<void> => {
    for (;;) {
      // Records that gathered while another group was written may have waited long enough.
      const restMs = gatherMs - gathering.waitedMs();
      if (restMs > 0 && !isClosed()) await pause(restMs);
      const group = (underWay = gathering.take());
      if (group === null) {
        committing = null;
        return;
      }
      try {
        await write(group);
        deliver(group);
        group.resolve();
      } catch (error) {
        // Whatever reached the file is not part of the log, since the sender will send it again.
        await file?.truncate(last()?.bytes ?? 0).catch(() => undefined);
        await file?.close().catch(() => undefined);
        file = null;
        group.reject(error);
      }
      underWay = null;
    }
  };

  /** Where to continue reading after `position`, where there is no record. */
  const afterDamage = (position: number): number => {
    const next = segments.find(({ base }) => base > position);
    const continues = next?.base ?? end();
    const here = segments.findLast(({ base }) => base <= position);
    if (here) brokenBytes += Math.max(0, here.base + here.bytes - position);
    return continues;
  };

  const fromFiles = async (position: number): Promise<{ records: LogRecord[]; next: number }> => {
    const segment = segments.findLast(({ base }) => base <= position);
    if (!segment || position >= segment.base + segment.bytes) return { records: [], next: afterDamage(position) };
    const { records, next } = await readSegment(folder, segment, position);
    return { records, next: records.length > 0 ? next : afterDamage(position) };
  };

  const untilMs = (next: number, records: readonly LogRecord[]): number => {
    const lastMs = records.at(-1)?.atMs ?? -Infinity;
    if (next < end()) return lastMs - 1;
    const comingMs = underWay?.records[0]?.atMs ?? gathering.oldestMs();
    return comingMs === null ? gathering.past() : comingMs - 1;
  };

  async function* read(from: number): AsyncIterableIterator<LogBatch> {
    let next = Math.max(from, start());
    let awake = Promise.withResolvers<void>();
    const reader: Reader = { groups: [], bytes: 0, wake: () => awake.resolve() };
    readers.add(reader);
    try {
      while (!isClosed() || next < end()) {
        while (reader.groups[0] && reader.groups[0].start < next) reader.bytes -= reader.groups.shift()!.bytes;
        if (reader.groups[0]?.start === next) {
          const group = reader.groups.shift()!;
          reader.bytes -= group.bytes;
          next = group.next;
          yield { records: group.records, next, untilMs: untilMs(next, group.records) };
        } else if (next < end()) {
          const found = await fromFiles(Math.max(next, start()));
          next = found.next;
          if (found.records.length > 0) yield { records: found.records, next, untilMs: untilMs(next, found.records) };
        } else {
          awake = Promise.withResolvers();
          const timer = setTimeout(awake.resolve, idleMs);
          await awake.promise;
          clearTimeout(timer);
          if (next === end() && !isClosed()) yield { records: [], next, untilMs: untilMs(next, []) };
        }
      }
    } finally {
      readers.delete(reader);
    }
  }

  const log: MessageLog = {
    id,
    partitions: [wholeLog],
    partition: () => log,
    deleteSharedBefore: async () => undefined,
    append: (entry: LogEntry) => {
      if (isClosed()) return Promise.reject(new Error("the log is closed"));
      if (heldBytes + gathering.bytes() + (underWay?.bytes ?? 0) + entry.payload.length > maxBytes)
        return Promise.reject(new LogFull("the log is full"));
      const written = gathering.add(entry);
      committing ??= commitAll();
      return written;
    },
    read,
    start,
    end,
    positionAt: (atMs) => (segments.findLast(({ firstMs }) => firstMs < atMs) ?? segments[0])?.base ?? 0,
    refresh: async () => undefined,
    deleteBefore: async (before) => {
      while (segments.length > 1 && segments[1]!.base <= before) {
        const [old] = segments.splice(0, 1);
        heldBytes -= old!.bytes;
        await removeSegment(folder, old!.base);
      }
    },
    stats: () => ({ bytes: heldBytes, maxBytes, brokenBytes }),
    close: async () => {
      closing.abort();
      await committing;
      for (const reader of readers) reader.wake();
      await file?.close();
      file = null;
    },
  };
  return log;
}

/** The rest of some buffers after this many of their bytes. */
function after(buffers: Buffer[], bytes: number): Buffer[] {
  let rest = bytes;
  return buffers.flatMap((buffer) => {
    const remaining = buffer.subarray(Math.min(rest, buffer.length));
    rest = Math.max(0, rest - buffer.length);
    return remaining.length > 0 ? [remaining] : [];
  });
}
