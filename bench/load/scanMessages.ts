import { encodeAdvData } from "@pulse/protocols/kgateway/encode";
import { scanTopic } from "@pulse/protocols/kgateway/topics";

/** Something at a place, in metres. */
export interface Placed {
  mac: string;
  x: number;
  y: number;
  /** The hall that it is in, where there are several: gateways hear their own only. */
  hall?: number;
}

/** Uploads of KGateways as bytes, with the topic each goes to. */
export interface ScanMessage {
  gatewayMac: string;
  topic: string;
  payload: Uint8Array;
}

/**
 * `each` uploads of every gateway, with `adverts` adverts of the nearest trackers in each. Frame, telemetry and fading vary
 * in a fixed pattern, so that two runs measure the same bytes.
 */
export function scanMessages(given: {
  each: number;
  adverts: number;
  gateways: readonly Placed[];
  trackers: readonly Placed[];
}): ScanMessage[] {
  const { each, adverts, gateways, trackers } = given;
  return gateways.flatMap((gateway) => {
    const near = trackers
      .filter(({ hall }) => hall === gateway.hall)
      .map((tracker) => ({ tracker, groundM: Math.hypot(tracker.x - gateway.x, tracker.y - gateway.y) }))
      .toSorted((a, b) => a.groundM - b.groundM)
      .slice(0, each * adverts);
    return Array.from({ length: each }, (_, message) => {
      const encoded = Array.from({ length: adverts }, (__, at) => {
        const nth = message * adverts + at;
        // Distributed so that every message has near and far ones.
        const heard = near[(at * each + message) % near.length];
        if (!heard) throw new Error("there is no tracker to hear");
        return advert(heard.tracker.mac, heard.groundM, nth);
      });
      const payload = new TextEncoder().encode(encodeAdvData({ gatewayMac: gateway.mac, adverts: encoded }));
      return { gatewayMac: gateway.mac, topic: scanTopic(gateway.mac), payload };
    });
  });
}

function advert(mac: string, groundM: number, nth: number) {
  // A hall: 22 dB per decade from −59 dBm at 1 m, 1.3 m between the heights, fading of a few dB.
  const rssi = Math.round(-59 - 22 * Math.log10(Math.hypot(groundM, 1.3)) + ((nth * 7919) % 9) - 4);
  const heard = { mac, rssi, atMs: Date.UTC(2026, 0, 1) };
  return nth % 4 === 3
    ? { ...heard, frame: "ksensor" as const, batteryMv: 2900 + (nth % 100), temperature: 21.5, humidity: 40 }
    : {
        ...heard,
        frame: "ibeacon" as const,
        uuid: "7777772E6B6B6D636E2E636F6D000001",
        major: nth % 65_536,
        minor: 1,
        measuredPower: -59,
      };
}

/** `count` made-up MACs with `prefix` as their first byte, the first of which has the number `from`. */
export function macs(prefix: string, count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, nth) => {
    const hex = (from + nth).toString(16).toUpperCase().padStart(10, "0");
    return [prefix, ...(hex.match(/../g) ?? [])].join(":");
  });
}

/** Things spread evenly over a hall, in metres from its south-west corner. */
export function spread(names: readonly string[], hall: { eastM: number; northM: number }): Placed[] {
  const columns = Math.ceil(Math.sqrt((names.length * hall.eastM) / hall.northM));
  const rows = Math.ceil(names.length / columns);
  return names.map((mac, nth) => ({
    mac,
    x: (((nth % columns) + 0.5) * hall.eastM) / columns,
    y: ((Math.floor(nth / columns) + 0.5) * hall.northM) / rows,
  }));
}
