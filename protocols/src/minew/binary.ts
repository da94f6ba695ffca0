import { hexFromBytes } from "../adverts/hex.ts";
import { readAdvertBytes } from "../adverts/telemetry.ts";
import { int8, uint16 } from "../adverts/bigEndian.ts";
import { parseMac } from "../mac.ts";
import { type Advert, type GatewayMessage, type RejectedAdvert, UndecodableMessage } from "../message.ts";
import { isReading, rssiFault } from "../payload.ts";

const START = 0xbb;
const LONG = 0x01;
const HEADER_BYTES = 14;

/** Whether a payload begins like Minew's BINARY-LONG. */
export function isBinaryLong(payload: Uint8Array): boolean {
  return payload[0] === START && payload[1] === LONG;
}

/**
 * BINARY-LONG (gateways.md 2.1): BB01, total length(4), gateway MAC(6), devices(2); per device MAC(6), packets(2); per
 * packet length(1), advert, address type(1), RSSI(1); DD at the end.
 * @throws {UndecodableMessage} if it is cut short
 */
export function decodeBinaryLong(payload: Uint8Array): GatewayMessage {
  if (payload.length < HEADER_BYTES) throw cutShort();
  const gateway = macAt(payload, 6);
  const adverts: Advert[] = [];
  const rejected: RejectedAdvert[] = [];
  let at = HEADER_BYTES;
  for (let device = uint16(payload, 12); device > 0; device--) {
    if (at + 8 > payload.length) throw cutShort();
    const mac = macAt(payload, at);
    const packets = uint16(payload, at + 6);
    at += 8;
    for (let packet = 0; packet < packets; packet++) {
      const length = payload[at] ?? 0;
      if (at + length + 3 > payload.length) throw cutShort();
      const data = payload.subarray(at + 1, at + 1 + length);
      const rssi = int8(payload, at + 2 + length);
      at += length + 3;
      const advert: Advert = { mac, rssi, ageMs: 0 };
      if (!isReading(rssi)) {
        rejected.push({ reason: rssiFault(rssi), sample: `${mac} ${hexFromBytes(data).slice(0, 100)}` });
        continue;
      }
      readAdvertBytes(data, advert);
      adverts.push(advert);
    }
  }
  return { kind: "scan", gateway, adverts, rejected };
}

const cutShort = (): UndecodableMessage => new UndecodableMessage("the binary message is cut short");

function macAt(bytes: Uint8Array, at: number): string {
  return parseMac(hexFromBytes(bytes.subarray(at, at + 6))) ?? "";
}
