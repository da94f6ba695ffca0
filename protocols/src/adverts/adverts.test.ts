import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Telemetry } from "../message.ts";
import { readAdvertBytes, readAdvertHex } from "./telemetry.ts";

function read(hex: string): Telemetry {
  const into: Telemetry = {};
  expect(readAdvertHex(hex, into)).toBeNull();
  return into;
}

// The vectors come from the formats' own documents.
test.each([
  ["iBeacon", "0201061AFF4C0002157777772E6B6B6D636E2E636F6D00000100010001C5", { measuredPower: -59, frame: "ibeacon" }],
  ["AltBeacon", `1BFF1801BEAC${"00".repeat(20)}C500`, { measuredPower: -59, frame: "altbeacon" }],
  ["Eddystone-UID", `1516AAFE00E8${"00".repeat(16)}0000`, { measuredPower: -65, frame: "eddystone" }],
  ["Eddystone-EID", "0D16AAFE30F20102030405060708", { measuredPower: -55, frame: "eddystone" }],
  [
    "RuuviTag",
    "1BFF99040512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F",
    { temperature: 24.3, humidity: 53.49, batteryMv: 2977, moving: false, frame: "ruuvi" },
  ],
  [
    "BTHome v2",
    "0201060B094449592D73656E736F720A16D2FC4002C40903BF13",
    { temperature: 25, humidity: 50.55, frame: "bthome" },
  ],
  ["a button of BTHome v2", "0616D2FC443A02", { button: "double_press", frame: "bthome" }],
  ["Minew", "0201060303E1FF0D16E1FFA10264000832A03F23AC", { batteryLevel: 100, frame: "minew" }],
])("an advert of %s is read with its values", (_name, hex, expected) => {
  expect(read(hex)).toEqual(expected);
});

test("a RuuviTag's unavailable values are left out", () => {
  expect(read("1BFF9904058000FFFFFFFF800080008000FFFFFFFFFFFFFFFFFFFFFF")).toEqual({ frame: "ruuvi" });
});

test("encrypted BTHome is not read, and an unknown object ends the reading", () => {
  expect(read("0616D2FC410164")).toEqual({ frame: "bthome" });
  expect(read("0816D2FC400164F7FF")).toEqual({ batteryLevel: 100, frame: "bthome" });
});

test("the published vectors of Eddystone, Minew and BTHome v2 are read as others read them", () => {
  const file = join(
    process.env["PULSE_TEST_DATA"] ?? join(import.meta.dirname, "../../../../shared/data"),
    "gateways/ble-adverts/advlib-ble-services.ndjson",
  );
  if (!existsSync(file)) {
    process.stderr.write(`skipped: no vectors at ${file}\n`);
    return;
  }
  interface Vector {
    call: string;
    input: unknown[];
    expected: { temperature?: number; relativeHumidity?: number; batteryPercentage?: number } | null;
  }
  const services: Readonly<Record<string, string>> = { "bthome.test.js": "d2fc", "minew.test.js": "e1ff" };
  let compared = 0;
  for (const line of readFileSync(file, "utf8").trim().split("\n")) {
    const { file: name = "", input, expected } = JSON.parse(line) as Vector & { file?: string };
    const service = services[name];
    const data = input.at(-1);
    if (service === undefined || typeof data !== "string" || data.length < 8 || expected === null) continue;
    const into: Telemetry = {};
    const hex = `${((data.length + 6) / 2).toString(16).padStart(2, "0")}16${service}${data}`;
    if (readAdvertHex(hex, into) !== null) continue;
    if (expected.temperature !== undefined && into.temperature !== undefined) {
      expect([name, data, into.temperature]).toEqual([name, data, expect.closeTo(expected.temperature, 1)]);
      compared++;
    }
    if (expected.batteryPercentage !== undefined && into.batteryLevel !== undefined) {
      expect([name, data, into.batteryLevel]).toEqual([name, data, expected.batteryPercentage]);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(3);
});

test("no bytes make the reader of adverts throw", () => {
  const structure = fc
    .tuple(
      fc.constantFrom(
        [0x16, 0xaa, 0xfe],
        [0x16, 0xd2, 0xfc],
        [0x16, 0xe1, 0xff],
        [0xff, 0x99, 0x04],
        [0xff, 0x4c, 0x00],
        [0xff, 0x18, 0x01],
      ),
      fc.uint8Array({ maxLength: 28 }),
    )
    .map(([head, data]) => [head.length + data.length, ...head, ...data]);
  fc.assert(
    fc.property(fc.array(structure, { maxLength: 3 }), fc.nat(40), (structures, cutAt) => {
      const whole = Uint8Array.from(structures.flat());
      readAdvertBytes(whole, {});
      readAdvertBytes(whole.subarray(0, cutAt), {});
    }),
    { seed: 20261122, numRuns: 20_000 },
  );
});

test("KKM's negative humidities extend the temperature, and impossible values are left out", () => {
  // Humidity -1.0 adds nothing, -2.0 a hundred degrees, -40.0 more than any thermometer of a tag shows.
  expect(read("0A16AAFE2100061800FF00").temperature).toBe(24);
  expect(read("0A16AAFE2100061800FE00").temperature).toBe(124);
  expect(read("0A16AAFE2100061800D800")).toEqual({ frame: "kkm" });
  expect(read("0A16AAFE21000618007F00")).toEqual({ frame: "kkm", temperature: 24 });
});
