import { macOfEui64, parseMac } from "../mac.ts";
import { isFields, parseRssi, rssiFault } from "../payload.ts";

/** More receivers than one place has within range of a tag. */
const MAX_RECEIVERS = 256;

/**
 * The strengths of a raddec's `rssiSignature`, dBm, by the receivers' MACs ("AA:BB:…"), or what is wrong. A receiver
 * without a reading is left out.
 * @param speaksFor the MAC of the only gateway that the sender may speak for, "" where it is not known; null: a
 * middleware, which speaks for all receivers
 */
export function readReceptions(signature: unknown, speaksFor: string | null): [mac: string, rssi: number][] | string {
  if (!Array.isArray(signature)) return '"rssiSignature" is not an array';
  if (signature.length > MAX_RECEIVERS) return `"rssiSignature" holds ${signature.length} receivers`;
  const receptions: [string, number][] = [];
  let fault = "no receiver is this gateway";
  for (const receiver of signature as unknown[]) {
    if (!isFields(receiver)) continue;
    // The only receiver of a gateway's raddec is the gateway, whatever its identifier is.
    const isOnly = speaksFor !== null && signature.length === 1;
    const mac = isOnly ? speaksFor : receiverMac(receiver["receiverId"]);
    if (speaksFor !== null && mac !== speaksFor) continue;
    const rssi = parseRssi(receiver["rssi"]);
    if (rssi === null) fault = rssiFault(receiver["rssi"]);
    else if (speaksFor !== null) return [[speaksFor, rssi]];
    else if (mac === null) fault = "receiverId is not a MAC address or EUI-64";
    else receptions.push([mac, rssi]);
  }
  return receptions.length > 0 ? receptions : fault;
}

function receiverMac(id: unknown): string | null {
  return typeof id === "string" ? (parseMac(id) ?? macOfEui64(id)) : null;
}
