import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decodeKgateway } from "./adapter.ts";
import { encodeAdvData, encodeAlive, type EncodedFrame } from "./encode.ts";

const mac = fc
  .uint8Array({ minLength: 6, maxLength: 6 })
  .map((bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0").toUpperCase()).join(":"));
const percent = fc.integer({ min: 0, max: 100 });
const millivolts = fc.integer({ min: 1, max: 65_535 });
const celsius = fc.integer({ min: -40, max: 120 });
const measuredPower = fc.integer({ min: -100, max: 0 });
const count = fc.nat(4_000_000);
const uint16 = fc.nat(0xffff);
const frame: fc.Arbitrary<EncodedFrame> = fc.oneof(
  fc.record({
    frame: fc.constant("ibeacon" as const),
    uuid: fc.constant("0".repeat(32)),
    major: uint16,
    minor: uint16,
    measuredPower,
  }),
  fc.record({ frame: fc.constant("ksensor" as const), batteryMv: millivolts, temperature: celsius, humidity: percent }),
  fc.record({
    frame: fc.constant("tlm" as const),
    batteryMv: millivolts,
    temperature: celsius,
    advertCount: count,
    uptimeS: count,
  }),
  fc.record({ frame: fc.constant("raw" as const), payload: fc.constant(Uint8Array.of(2, 1, 6)) }),
);
const advert = fc.record({
  mac,
  // Zero means that there is no reading.
  rssi: fc.integer({ min: -127, max: 20 }).filter((rssi) => rssi !== 0),
  secondsAgo: fc.integer({ min: 0, max: 7200 }),
  frame,
});

test("an upload is read back as it was made, with ages relative to its newest advert", () => {
  const nowS = Date.UTC(2026, 10, 20, 10) / 1000;
  fc.assert(
    fc.property(
      mac,
      fc.array(advert, { maxLength: 20 }),
      fc.integer({ min: -14, max: 14 }),
      (gatewayMac, adverts, zoneH) => {
        const text = encodeAdvData({
          gatewayMac,
          adverts: adverts.map((each) => ({
            ...each.frame,
            mac: each.mac,
            rssi: each.rssi,
            atMs: (nowS - each.secondsAgo) * 1000,
          })),
          utcOffsetMs: zoneH * 3_600_000,
        });
        const newest = Math.min(...adverts.map((each) => each.secondsAgo));
        expect(decodeKgateway("", new TextEncoder().encode(text))).toEqual({
          kind: "scan",
          gateway: gatewayMac,
          rejected: [],
          adverts: adverts.map(({ mac: tracker, rssi, secondsAgo, frame: sent }) => ({
            mac: tracker,
            rssi,
            ageMs: (secondsAgo - newest) * 1000,
            ...telemetryOf(sent),
          })),
          // A message without adverts gives no time.
          ...(adverts.length === 0
            ? {}
            : { clock: { ms: (nowS - newest) * 1000 + zoneH * 3_600_000, zoneless: true } }),
        });
      },
    ),
  );
});

test("a heartbeat states its gateway's firmware and topics", () => {
  const text = encodeAlive({ gatewayMac: "68:B9:D3:00:00:01", firmware: "KBGW_V3.5.3" });
  expect(decodeKgateway("", new TextEncoder().encode(text))).toEqual({
    kind: "alive",
    gateway: "68:B9:D3:00:00:01",
    firmware: "KBGW_V3.5.3",
  });
  expect(JSON.parse(text)).toMatchObject({ subaction: "kbeacon/subaction/68B9D3000001" });
});

function telemetryOf(sent: EncodedFrame): object {
  switch (sent.frame) {
    case "ibeacon":
      return {
        measuredPower: sent.measuredPower,
        ibeacon: `00000000-0000-0000-0000-000000000000:${sent.major}:${sent.minor}`,
      };
    case "ksensor":
      return { batteryMv: sent.batteryMv, temperature: sent.temperature, humidity: sent.humidity };
    case "tlm":
      return { batteryMv: sent.batteryMv, temperature: sent.temperature };
    case "raw":
      return {};
  }
  return sent satisfies never;
}
