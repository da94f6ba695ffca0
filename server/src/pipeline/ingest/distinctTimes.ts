import type { Advert } from "@pulse/protocols/message";

/**
 * When each advert of a message that was sent at `sentMs` was heard, by our clock, ms. Some gateways stamp whole
 * seconds: equal adverts of one message are separate packets, so they get times a millisecond apart.
 */
export function distinctTimes(sentMs: number): (trackerId: string, advert: Advert) => number {
  const first = new Map<string, Advert>();
  const equal = new Map<string, number>();
  return (trackerId, advert) => {
    const { ageMs, rssi } = advert;
    const atMs = sentMs - Math.max(0, ageMs);
    const firstAdvert = first.get(trackerId);
    // Most messages name each tracker once: building the keys below costs more than everything else here.
    if (firstAdvert === undefined) {
      first.set(trackerId, advert);
      return atMs;
    }
    const key = `${trackerId} ${ageMs} ${rssi}`;
    const repeats = equal.get(key) ?? (firstAdvert.ageMs === ageMs && firstAdvert.rssi === rssi ? 1 : 0);
    equal.set(key, repeats + 1);
    return atMs - repeats;
  };
}
