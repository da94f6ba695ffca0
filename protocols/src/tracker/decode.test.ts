import fc from "fast-check";
import { expect, test } from "vitest";
import { UndecodableMessage } from "../message.ts";
import { decodeTracker } from "./decode.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const decode = (message: unknown) => decodeTracker(bytes(JSON.stringify(message)));
const here = { lat: 51.9, lon: 4.4, accuracy: 4.5 };
const place = { lat: 51.9, lon: 4.4, accuracyM: 4.5, elevationM: null };

test("a tracker's message states its position, its battery and how many beacons it receives", () => {
  const scans = [{ mac: "DD3400000001", rssi: -60 }];
  expect(
    decode({ at: "2026-11-20T10:00:05.000Z", gps: { ...here, elevation: 3.2 }, battery_level: 80.4, scans }),
  ).toEqual({
    gps: { ...place, elevationM: 3.2 },
    batteryLevel: 80,
    scans: 1,
  });
});

test("each part of a tracker's message may be missing", () => {
  const silent = { gps: null, batteryLevel: null, scans: 0 };
  expect(decode({})).toEqual(silent);
  expect(decode({ gps: null, battery_level: null, scans: null })).toEqual(silent);
  expect(decode({ gps: { ...here, elevation: null } })).toEqual({ ...silent, gps: place });
});

test.each([
  [7, "gps is not an object"],
  [{}, "gps.lat is not a number from -90 to 90"],
  [{ ...here, lat: "51.9" }, "gps.lat is not a number from -90 to 90"],
  [{ ...here, lat: 90.1 }, "gps.lat is not a number from -90 to 90"],
  [{ ...here, lon: -180.1 }, "gps.lon is not a number from -180 to 180"],
  [{ ...here, lat: 0, lon: -0 }, "gps is at 0,0: the receiver has no position"],
  [{ lat: 51.9, lon: 4.4 }, "gps.accuracy is not a number above 0, up to 100000"],
  [{ ...here, accuracy: 0 }, "gps.accuracy is not a number above 0, up to 100000"],
  [{ ...here, accuracy: 1e300 }, "gps.accuracy is not a number above 0, up to 100000"],
  [{ ...here, elevation: 1e9 }, "gps.elevation is not a number from -1000 to 10000"],
])("a tracker's report %j is refused as a position: %s", (gps, rejected) => {
  expect(decode({ gps, battery_level: 55 })).toEqual({ gps: { rejected }, batteryLevel: 55, scans: 0 });
});

test.each([-1, 101, "80", {}])("a tracker's battery level of %j is ignored", (level) => {
  expect(decode({ battery_level: level }).batteryLevel).toBeNull();
});

test.each(["1e999", "NaN", "-inf"])("the number %s is refused as a tracker's position", (lat) => {
  const { gps } = decodeTracker(bytes(`{"gps":{"lat":${lat},"lon":4.4,"accuracy":5}}`));
  expect(gps).toEqual({ rejected: "gps.lat is not a number from -90 to 90" });
});

test.each(["", "{nonsense", "[1]", "NaN", '{"scans":7}'])("a tracker's message is refused if it is %s", (text) => {
  expect(() => decodeTracker(bytes(text))).toThrow(UndecodableMessage);
});

test("a position read from any JSON is finite and in range, or it is missing", () => {
  const number = fc.oneof(fc.double(), fc.integer(), fc.constant(null), fc.string());
  const gps = fc.record({ lat: number, lon: number, accuracy: number, elevation: number }, { requiredKeys: [] });
  fc.assert(
    fc.property(fc.oneof(gps, fc.jsonValue()), (value) => {
      const read = decode({ gps: value }).gps;
      if (read === null || "rejected" in read) return;
      expect(Math.abs(read.lat)).toBeLessThanOrEqual(90);
      expect(Math.abs(read.lon)).toBeLessThanOrEqual(180);
      expect(read.accuracyM).toBeGreaterThan(0);
      expect(Number.isFinite(read.accuracyM + (read.elevationM ?? 0))).toBe(true);
    }),
  );
});
