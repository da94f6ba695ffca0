import { hexFromBytes } from "../adverts/hex.ts";
import { macHex } from "../mac.ts";
import { FRAME } from "./advertFields.ts";

/** What a tracker sends, in the frames that a KGateway decodes itself, or raw. */
export type EncodedFrame =
  | { frame: "ibeacon"; uuid: string; major: number; minor: number; measuredPower: number }
  | { frame: "ksensor"; batteryMv?: number; temperature?: number; humidity?: number; accelerationMg?: AccelerationMg }
  | { frame: "tlm"; batteryMv: number; temperature: number; advertCount: number; uptimeS: number }
  | { frame: "raw"; payload: Uint8Array };

/** One accelerometer sample in thousandths of g. */
export type AccelerationMg = readonly [x: number, y: number, z: number];

/** One advert as a gateway uploads it. `atMs` is ms since 1970 UTC and is written without a zone, whole seconds. */
export type EncodedAdvert = EncodedFrame & { mac: string; rssi: number; atMs: number };

/** The UUID of every unconfigured KKM tag: "www.kkmcn.com". */
export const KKM_FACTORY_UUID = "7777772E6B6B6D636E2E636F6D000001";

/** The JSON text of an `advData` upload as firmware 3.5 writes it. `utcOffsetMs` is the gateway's own clock against UTC. */
export function encodeAdvData(input: {
  gatewayMac: string;
  adverts: readonly EncodedAdvert[];
  utcOffsetMs?: number;
}): string {
  const offset = input.utcOffsetMs ?? 0;
  const obj = input.adverts.map((advert) => ({
    ...frameFields(advert),
    rssi: advert.rssi,
    time: zonelessText(advert.atMs + offset),
  }));
  return JSON.stringify({ msg: "advData", gmac: macHex(input.gatewayMac), obj });
}

/** The JSON text of a KGateway's heartbeat. */
export function encodeAlive(input: { gatewayMac: string; firmware: string; temperature?: number }): string {
  const gmac = macHex(input.gatewayMac);
  return JSON.stringify({
    msg: "alive",
    gmac,
    ver: input.firmware,
    subaction: `kbeacon/subaction/${gmac}`,
    pubaction: `kbeacon/pubaction/${gmac}`,
    downDevices: 0,
    blever: "v24.3",
    hver: "514",
    temp: input.temperature ?? 22,
    advDevices: 0,
  });
}

function frameFields(advert: EncodedAdvert): Record<string, unknown> {
  const dmac = macHex(advert.mac);
  if (advert.frame === "ibeacon") {
    const { uuid, major, minor, measuredPower } = advert;
    return { type: FRAME.ibeacon, dmac, uuid, majorID: major, minorID: minor, refpower: measuredPower };
  }
  if (advert.frame === "ksensor") {
    const { batteryMv, temperature, humidity, accelerationMg } = advert;
    const [x, y, z] = accelerationMg ?? [];
    return { type: FRAME.ksensor, dmac, vbatt: batteryMv, temp: temperature, hum: humidity, x, y, z };
  }
  if (advert.frame === "tlm") {
    const { batteryMv, temperature, advertCount, uptimeS } = advert;
    const secCnt = Math.round(uptimeS * 10);
    return { type: FRAME.tlm, dmac, vbatt: batteryMv, temp: temperature, advCnt: advertCount, secCnt };
  }
  return { type: FRAME.unknown, dmac, data1: hexFromBytes(advert.payload) };
}

function zonelessText(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replace("T", " ");
}
