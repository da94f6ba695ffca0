import { encodeAdvData } from "@pulse/protocols/kgateway/encode";
import { scanTopic } from "@pulse/protocols/kgateway/topics";

/** Uploads of KGateways as bytes, with the topic each goes to. */
export interface ScanMessage {
  gatewayMac: string;
  topic: string;
  payload: Uint8Array;
}

/**
 * `count` uploads of `adverts` adverts each, the gateways in turns, the trackers dealt out evenly, RSSI, frame and
 * telemetry varied by a fixed pattern, so that two runs measure the same bytes.
 */
export function scanMessages(given: {
  count: number;
  adverts: number;
  gatewayMacs: readonly string[];
  trackerMacs: readonly string[];
  startMs: number;
}): ScanMessage[] {
  const { count, adverts, gatewayMacs, trackerMacs, startMs } = given;
  return Array.from({ length: count }, (_, message) => {
    const gatewayMac = gatewayMacs[message % gatewayMacs.length] ?? "";
    const encoded = Array.from({ length: adverts }, (__, at) => {
      const nth = message * adverts + at;
      const heard = {
        mac: trackerMacs[nth % trackerMacs.length] ?? "",
        rssi: -45 - ((nth * 7919) % 45),
        atMs: startMs + message * 10,
      };
      return nth % 4 === 3
        ? { ...heard, frame: "ksensor" as const, batteryMv: 2900 + (nth % 100), temperature: 21.5, humidity: 40 }
        : {
            ...heard,
            frame: "ibeacon" as const,
            uuid: "7777772E6B6B6D636E2E636F6D000001",
            major: nth % 65_536,
            minor: at,
            measuredPower: -59,
          };
    });
    return {
      gatewayMac,
      topic: scanTopic(gatewayMac),
      payload: new TextEncoder().encode(encodeAdvData({ gatewayMac, adverts: encoded })),
    };
  });
}

/** MACs of our own making, `count` of them, with `prefix` as their first byte. */
export function macs(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, nth) => {
    const hex = nth.toString(16).toUpperCase().padStart(10, "0");
    return [prefix, ...(hex.match(/../g) ?? [])].join(":");
  });
}
