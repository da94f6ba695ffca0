import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../files/syncFolder.ts";
import { readRecord } from "./logRecord.ts";
import type { LogRecord } from "./messageLog.ts";

/** A file of the log: the records from `base` on. */
export interface Segment {
  /** The position of its first byte, which is also its file name. */
  base: number;
  /** How many of its bytes are whole records. */
  bytes: number;
  /** When its first record arrived; Infinity: it has none. */
  firstMs: number;
}

const chunkBytes = 1024 * 1024;

export const segmentPath = (folder: string, base: number): string =>
  join(folder, `${String(base).padStart(16, "0")}.log`);

/** The log's id, made with its folder. */
export async function logId(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, "id");
  const known = await readFile(path, "utf8").catch(() => "");
  if (known !== "") return known;
  const id = randomUUID();
  const file = await open(`${path}.new`, "w");
  await file.writeFile(id);
  await file.sync();
  await file.close();
  await rename(`${path}.new`, path);
  await syncFolder(folder);
  return id;
}

/** The segments in a folder, oldest first. A record of the last one that a crash cut off is removed. */
export async function openSegments(folder: string): Promise<{ segments: Segment[]; tornBytes: number }> {
  const bases = (await readdir(folder))
    .flatMap((name) => (/^\d{16}\.log$/.test(name) ? [Number(name.slice(0, 16))] : []))
    .toSorted((a, b) => a - b);
  const segments: Segment[] = [];
  let tornBytes = 0;
  for (const [nth, base] of bases.entries()) {
    const path = segmentPath(folder, base);
    const file = await open(path, "r+");
    try {
      const { size } = await file.stat();
      const next = bases[nth + 1];
      // Only the last segment can end within a record; extra bytes of another one were never part of the log.
      const bytes = next === undefined ? await wholeBytes(path, base, size) : Math.min(size, next - base);
      if (next === undefined && bytes < size) {
        tornBytes = size - bytes;
        await file.truncate(bytes);
        await file.datasync();
      }
      const [first] = (await readSegment(folder, { base, bytes, firstMs: Infinity }, base)).records;
      segments.push({ base, bytes, firstMs: first?.atMs ?? Infinity });
    } finally {
      await file.close();
    }
  }
  return { segments, tornBytes };
}

async function wholeBytes(path: string, base: number, size: number): Promise<number> {
  let next = base;
  for (;;) {
    const read = await readChunk(path, base, size, next);
    if (read.next === next) return next - base;
    next = read.next;
  }
}

/**
 * The records from `position` on, as many as one read returns; `next` is the position after them. If there are none,
 * the next record is broken or the segment ends here.
 */
export function readSegment(
  folder: string,
  { base, bytes }: Segment,
  position: number,
): Promise<{ records: LogRecord[]; next: number }> {
  return readChunk(segmentPath(folder, base), base, bytes, position);
}

async function readChunk(
  path: string,
  base: number,
  limit: number,
  position: number,
): Promise<{ records: LogRecord[]; next: number }> {
  const file = await open(path, "r");
  try {
    for (let wanted = chunkBytes; ; wanted *= 4) {
      const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(wanted, limit - (position - base))));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position - base);
      const chunk = buffer.subarray(0, bytesRead);
      const records: LogRecord[] = [];
      let at = 0;
      let stopped: "short" | "broken" = "short";
      for (;;) {
        const found = readRecord(chunk, at, position + at);
        if (typeof found === "string") {
          stopped = found;
          break;
        }
        records.push(found.record);
        at += found.bytes;
      }
      // A record longer than a chunk is read in a longer one.
      const more = position - base + bytesRead < limit && bytesRead > 0;
      if (records.length > 0 || stopped === "broken" || !more) return { records, next: position + at };
    }
  } finally {
    await file.close();
  }
}

export async function removeSegment(folder: string, base: number): Promise<void> {
  await rm(segmentPath(folder, base), { force: true });
}
