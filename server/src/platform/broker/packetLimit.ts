import type { Duplex } from "node:stream";

/** A packet that is too long, as far as its first bytes show. */
export interface LongPacket {
  bytes: number;
  /** The message in it; `messageId` is 0 for QoS 0. Null: it is none, or its topic is too long to be valid. */
  publish: { topic: string; qos: 0 | 1 | 2; messageId: number } | null;
}

/** No valid topic is longer. */
const maxTopicBytes = 1024;

/**
 * Keeps MQTT packets longer than `maxBytes` out of memory. Without it the parser would collect up to 256 MB for anybody
 * who can open a socket. It follows the fixed headers [MQTT-3.1.1 section 2.2] through `socket.read()`; shorter packets
 * pass unchanged. For a longer one `mayContinue` decides whether it is skipped or the connection ends.
 */
export function limitPacketSize(socket: Duplex, maxBytes: number, mayContinue: (packet: LongPacket) => boolean): void {
  const read = socket.read.bind(socket);
  /** The next packet's fixed header, as far as it has arrived. */
  let head: number[] = [];
  /** How much of the packet's body is still to come. */
  let remaining = 0;
  let skipping = false;
  let judge: ((body: Buffer) => LongPacket | null) | null = null;

  socket.read = (size?: number): unknown => {
    const chunk = read(size) as Buffer | null;
    if (chunk === null) return null;
    const whole = head.length === 0;
    const passed: Buffer[] = [];
    let at = 0;
    while (at < chunk.length) {
      if (remaining === 0) {
        head.push(chunk[at++]!);
        const length = remainingLength(head);
        if (length === null) continue;
        remaining = length;
        skipping = length > maxBytes;
        judge = skipping ? longPacket(head[0]!, length) : null;
        if (!skipping) passed.push(Buffer.from(head));
        head = [];
        continue;
      }
      const body = chunk.subarray(at, at + remaining);
      remaining -= body.length;
      at += body.length;
      if (!skipping) passed.push(body);
      const packet = judge?.(body) ?? null;
      if (packet === null) continue;
      judge = null;
      if (mayContinue(packet)) continue;
      socket.destroy();
      return null;
    }
    const bytes = passed.reduce((sum, part) => sum + part.length, 0);
    if (bytes === 0) return null;
    return whole && bytes === chunk.length ? chunk : Buffer.concat(passed);
  };
}

/** The length of the rest of the packet, from its fixed header; null: the header is not complete. */
function remainingLength(head: readonly number[]): number | null {
  const digits = head.slice(1);
  const last = digits.at(-1);
  // A fifth digit is against the standard; the parser reports it.
  if (last === undefined || ((last & 0x80) !== 0 && digits.length < 4)) return null;
  return digits.reduce((sum, digit, nth) => sum + (digit & 0x7f) * 128 ** nth, 0);
}

/** Reads the beginning of a long packet's body piece by piece, and answers once it has seen enough. */
function longPacket(first: number, bytes: number): (body: Buffer) => LongPacket | null {
  const qos = (first >> 1) & 3;
  const isPublish = first >> 4 === 3;
  let seen = Buffer.alloc(0);
  return (body) => {
    if (!isPublish || (qos !== 0 && qos !== 1 && qos !== 2)) return { bytes, publish: null };
    seen = Buffer.concat([seen, body.subarray(0, maxTopicBytes + 4)]);
    if (seen.length < 2) return null;
    const topicEnd = 2 + seen.readUInt16BE(0);
    if (topicEnd > 2 + maxTopicBytes) return { bytes, publish: null };
    if (seen.length < topicEnd + (qos === 0 ? 0 : 2)) return null;
    const topic = seen.toString("utf8", 2, topicEnd);
    return { bytes, publish: { topic, qos, messageId: qos === 0 ? 0 : seen.readUInt16BE(topicEnd) } };
  };
}
