import { UndecodableMessage } from "../message.ts";

const CUT_SHORT = "the MessagePack message is cut short";
/** Gateways nest three deep; more is an attack on the stack. */
const MAX_DEPTH = 8;
const text = new TextDecoder("utf-8");

/**
 * The value that a MessagePack message begins with (msgpack/msgpack spec.md): texts leniently as UTF-8, binary as
 * `Uint8Array`, integers of 64 bits as the nearest number, maps as objects, extensions as null. Bytes after it are ignored.
 * @throws {UndecodableMessage} if it is cut short, or nested more than eight deep
 */
export function readMessagePack(bytes: Uint8Array): unknown {
  return readValue({ bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0 }, 0);
}

interface Reader {
  bytes: Uint8Array;
  view: DataView;
  at: number;
}

function readValue(reader: Reader, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new UndecodableMessage(`the MessagePack message is nested more than ${MAX_DEPTH} deep`);
  const head = readUint(reader, 1);
  if (head <= 0x7f) return head;
  if (head >= 0xe0) return head - 256;
  if (head <= 0x8f) return readMap(reader, head & 0x0f, depth);
  if (head <= 0x9f) return readArray(reader, head & 0x0f, depth);
  if (head <= 0xbf) return text.decode(take(reader, head & 0x1f));
  if (head === 0xc0) return null;
  if (head === 0xc2 || head === 0xc3) return head === 0xc3;
  return readSized(reader, head, depth);
}

/** A value whose first byte says its kind and how many bytes its number, or its length, has. */
function readSized(reader: Reader, head: number, depth: number): unknown {
  if (head <= 0xc9) return readBinary(reader, head);
  if (head <= 0xd3) return readNumber(reader, head);
  if (head <= 0xd8) return skip(reader, 1 + sizeFrom(head, 0xd4));
  if (head <= 0xdb) return text.decode(take(reader, readUint(reader, sizeFrom(head, 0xd9))));
  if (head <= 0xdd) return readArray(reader, readUint(reader, 2 * sizeFrom(head, 0xdc)), depth);
  return readMap(reader, readUint(reader, 2 * sizeFrom(head, 0xde)), depth);
}

/** The sizes of a kind follow each other: 1, 2, 4, 8. */
const sizeFrom = (head: number, first: number): number => 1 << (head - first);

function readBinary(reader: Reader, head: number): Uint8Array | null {
  if (head < 0xc4) throw new UndecodableMessage("the message is not MessagePack");
  if (head <= 0xc6) return take(reader, readUint(reader, sizeFrom(head, 0xc4)));
  return skip(reader, 1 + readUint(reader, sizeFrom(head, 0xc7)));
}

function readNumber(reader: Reader, head: number): number {
  if (head <= 0xcb) return readFloat(reader, head === 0xca ? 4 : 8);
  return head <= 0xcf ? readUint(reader, sizeFrom(head, 0xcc)) : readInt(reader, sizeFrom(head, 0xd0));
}

function readArray(reader: Reader, length: number, depth: number): unknown[] {
  need(reader, length);
  const items: unknown[] = [];
  for (let nth = 0; nth < length; nth++) items.push(readValue(reader, depth + 1));
  return items;
}

function readMap(reader: Reader, length: number, depth: number): Record<string, unknown> {
  need(reader, 2 * length);
  const entries: [string, unknown][] = [];
  for (let nth = 0; nth < length; nth++) {
    const key = readValue(reader, depth + 1);
    entries.push([typeof key === "string" ? key : "", readValue(reader, depth + 1)]);
  }
  return Object.fromEntries(entries);
}

/** Each value has a byte at least, so what is announced must be there before memory is given to it. */
function need({ bytes, at }: Reader, count: number): void {
  if (count > bytes.length - at) throw new UndecodableMessage(CUT_SHORT);
}

function take(reader: Reader, count: number): Uint8Array {
  need(reader, count);
  reader.at += count;
  return reader.bytes.subarray(reader.at - count, reader.at);
}

function skip(reader: Reader, count: number): null {
  take(reader, count);
  return null;
}

function readUint(reader: Reader, size: number): number {
  let value = 0;
  for (const byte of take(reader, size)) value = value * 256 + byte;
  return value;
}

function readInt(reader: Reader, size: number): number {
  const value = readUint(reader, size);
  return value >= 2 ** (8 * size - 1) ? value - 2 ** (8 * size) : value;
}

function readFloat(reader: Reader, size: 4 | 8): number {
  const start = reader.at;
  take(reader, size);
  return size === 4 ? reader.view.getFloat32(start) : reader.view.getFloat64(start);
}
