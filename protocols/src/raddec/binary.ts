import { hexFromBytes } from "../adverts/hex.ts";
import { uint16 } from "../adverts/bigEndian.ts";
import { UndecodableMessage } from "../message.ts";
import type { Fields } from "../payload.ts";

const FLAG = 0x10;
/** Flag(1), length(2), type of the transmitter's id(1), number of receivers(1), checksum(1). */
const MIN_BYTES = 6;
/** Bytes of an identifier by its type: unknown, EUI-64, EUI-48, RND-48, TID-96, EPC-96, UUID-128, EURID-32. */
const ID_BYTES: readonly number[] = [0, 8, 6, 6, 12, 12, 16, 4];
const MIN_RSSI_DBM = -127;
const PROPERTY = { timestamp: 0xf0, packets: 0xf1, events: 0xf2 } as const;

/** Whether a payload begins like a binary raddec: its flag, and a length that fits. */
export function isBinaryRaddec(payload: Uint8Array): boolean {
  return payload[0] === FLAG && payload.length >= MIN_BYTES && uint16(payload, 1) <= payload.length;
}

/**
 * Reads consecutive binary raddecs as the fields of their JSON, with packets as bytes.
 * @throws {UndecodableMessage} if one is cut short or its checksum is wrong
 */
export function readBinaryRaddecs(payload: Uint8Array): Fields[] {
  const raddecs: Fields[] = [];
  for (let at = 0; at < payload.length;) {
    const rest = payload.subarray(at);
    if (!isBinaryRaddec(rest)) throw new UndecodableMessage("the binary raddec is cut short");
    const length = uint16(rest, 1);
    if (length < MIN_BYTES) throw new UndecodableMessage("the binary raddec is cut short");
    raddecs.push(readOne(rest.subarray(0, length)));
    at += length;
  }
  return raddecs;
}

function readOne(bytes: Uint8Array): Fields {
  const end = bytes.length - 1;
  let sum = 0;
  for (let at = 0; at < end; at++) sum += bytes[at]!;
  if (sum % 256 !== bytes[end]) throw new UndecodableMessage("the checksum of the binary raddec is wrong");
  let at = 3;
  const take = (count: number): Uint8Array => {
    if (at + count > end) throw new UndecodableMessage("the binary raddec is cut short");
    at += count;
    return bytes.subarray(at - count, at);
  };
  const byte = (): number => take(1)[0]!;
  const id = (type: number): string => {
    const length = ID_BYTES[type];
    if (length === undefined) throw new UndecodableMessage(`the binary raddec has an unknown type of id, ${type}`);
    return hexFromBytes(take(length));
  };
  const raddec: Fields = { transmitterId: id(byte()) };
  const receivers: Fields[] = [];
  for (let count = byte() & 0x0f; count > 0; count--) {
    const [rssi, numberOfDecodings] = [byte() + MIN_RSSI_DBM, byte()];
    receivers.push({ rssi, numberOfDecodings, receiverId: id(byte()) });
  }
  raddec["rssiSignature"] = receivers;
  const isLeft = (): boolean => at < end;
  while (isLeft()) {
    const property = byte();
    if (property === PROPERTY.timestamp) raddec["timestamp"] = Number.parseInt(hexFromBytes(take(6)), 16);
    else if (property === PROPERTY.packets) raddec["packets"] = Array.from({ length: byte() }, () => take(byte()));
    else if (property === PROPERTY.events) take(1);
    // Stop at a property that a newer version added.
    else break;
  }
  return raddec;
}
