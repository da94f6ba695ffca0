import { crc32 } from "node:zlib";
import type { LogEntry, LogRecord } from "./messageLog.ts";

// A record: length of the body (4 bytes), CRC-32 of the body (4), and the body: arrival in ms (8, a double), length of the
// source (1), source, length of the topic (2), topic, payload. Numbers are little-endian, texts UTF-8.
const headBytes = 8;
const fixedBytes = 8 + 1 + 2;
/** No record is longer: a greater length means damage. */
const maxBytes = 4 * 1024 * 1024;

/** The size of a record in bytes. @throws {RangeError} for one that cannot be written */
export function recordBytes({ source, topic, payload }: LogEntry): number {
  const [sourceBytes, topicBytes] = [Buffer.byteLength(source), Buffer.byteLength(topic)];
  const bytes = headBytes + fixedBytes + sourceBytes + topicBytes + payload.length;
  if (sourceBytes > 255 || topicBytes > 65_535 || bytes > maxBytes) throw new RangeError("too long for the log");
  return bytes;
}

/** Writes a record of `bytes` bytes at `at` and returns it; its payload is a view of `into`. */
export function writeRecord(into: Buffer, at: number, bytes: number, atMs: number, entry: LogEntry): LogRecord {
  let place = into.writeDoubleLE(atMs, at + headBytes);
  const sourceAt = place + 1;
  place = sourceAt + into.write(entry.source, sourceAt);
  into[sourceAt - 1] = place - sourceAt;
  const topicAt = place + 2;
  place = topicAt + into.write(entry.topic, topicAt);
  into.writeUInt16LE(place - topicAt, topicAt - 2);
  into.set(entry.payload, place);
  into.writeUInt32LE(bytes - headBytes, at);
  into.writeUInt32LE(crc32(into.subarray(at + headBytes, at + bytes)), at + 4);
  const { source, topic } = entry;
  return { position: 0, atMs, source, topic, payload: into.subarray(place, at + bytes) };
}

/**
 * The record at `at` of `from`, whose position in the log is `position`. `short`: it continues after the end of `from`;
 * `broken`: there is no valid record.
 */
export function readRecord(
  from: Buffer,
  at: number,
  position: number,
): { record: LogRecord; bytes: number } | "short" | "broken" {
  if (from.length - at < headBytes) return "short";
  const length = from.readUInt32LE(at);
  if (length < fixedBytes || length > maxBytes) return "broken";
  const end = at + headBytes + length;
  if (end > from.length) return "short";
  if (crc32(from.subarray(at + headBytes, end)) !== from.readUInt32LE(at + 4)) return "broken";
  const atMs = from.readDoubleLE(at + headBytes);
  const sourceAt = at + headBytes + 9;
  const topicAt = sourceAt + from[sourceAt - 1]! + 2;
  const payloadAt = topicAt + from.readUInt16LE(topicAt - 2);
  const record = {
    position,
    atMs,
    source: from.toString("utf8", sourceAt, topicAt - 2),
    topic: from.toString("utf8", topicAt, payloadAt),
    payload: from.subarray(payloadAt, end),
  };
  return { record, bytes: end - at };
}
