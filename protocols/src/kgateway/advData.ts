import { parseMac, reverseMac } from "../mac.ts";
import type { Advert, GatewayClock, RejectedAdvert } from "../message.ts";
import { type Fields, advertList, isFields, parseRssi, rejection, rssiFault } from "../payload.ts";
import { readAdvertFields } from "./advertFields.ts";
import { agesMs, zonelessClock, zonelessMs } from "./time.ts";

/**
 * Reads the adverts of an `advData` message; a wrong one is rejected with its reason, the others are read.
 * @throws {UndecodableMessage} if `obj` is not an array
 */
export function readAdvData(message: Fields): { adverts: Advert[]; rejected: RejectedAdvert[]; clock?: GatewayClock } {
  const list = advertList(message, "obj");
  const adverts: Advert[] = [];
  const rejected: RejectedAdvert[] = [];
  const times: number[] = [];
  for (const item of list) {
    const advert = readAdvert(item);
    if (typeof advert === "string") {
      rejected.push(rejection(advert, item));
      continue;
    }
    adverts.push(advert);
    times.push(isFields(item) ? zonelessMs(item["time"]) : NaN);
  }
  const ages = agesMs(times);
  const reversed = isOldRawMode(message, list);
  for (const [at, advert] of adverts.entries()) {
    advert.ageMs = ages[at] ?? 0;
    if (reversed) advert.mac = reverseMac(advert.mac);
  }
  return { adverts, rejected, ...zonelessClock(times) };
}

/** One advert, or why it is not one. */
function readAdvert(item: unknown): Advert | string {
  if (!isFields(item)) return "the advert is not an object";
  const dmac = item["dmac"];
  const mac = typeof dmac === "string" ? parseMac(dmac) : null;
  if (mac === null) return "dmac is not a MAC address";
  const rssi = parseRssi(item["rssi"]);
  if (rssi === null) return rssiFault(item["rssi"]);
  const advert: Advert = { mac, rssi, ageMs: 0 };
  readAdvertFields(item, advert);
  return advert;
}

/**
 * The raw mode of older firmware writes each `dmac` byte-reversed. Three signs together identify it (gateways.md 1.3):
 * the message counts in `seq`, no advert has a `time`, and RSSI is text. Decided for a whole message, never per advert.
 */
function isOldRawMode(message: Fields, list: readonly unknown[]): boolean {
  if (message["seq"] === undefined || list.length === 0) return false;
  return list.every((item) => !isFields(item) || (item["time"] === undefined && typeof item["rssi"] !== "number"));
}
