import { readRecord } from "../logRecord.ts";
import type { LogRecord } from "../messageLog.ts";
import { positionOf } from "./positions.ts";

/**
 * The records of one message of the stream. Their time is that at which the server stored the message, since several
 * writers have several clocks. What follows a damaged record cannot be read and is counted: the server's own checksums
 * have not always shown such damage.
 */
export function decodeGroup(
  data: Uint8Array,
  sequence: number,
  atMs: number,
): { records: LogRecord[]; brokenBytes: number } {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const records: LogRecord[] = [];
  for (let at = 0; at < bytes.length;) {
    const read = readRecord(bytes, at, positionOf(sequence) + records.length);
    if (read === "short" || read === "broken") return { records, brokenBytes: bytes.length - at };
    read.record.atMs = atMs;
    records.push(read.record);
    at += read.bytes;
  }
  return { records, brokenBytes: 0 };
}
