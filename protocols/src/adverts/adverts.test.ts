import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Telemetry } from "../message.ts";
import { readAdvertBytes, readAdvertHex } from "./telemetry.ts";

function read(hex: string): Telemetry {
  const into: Telemetry = {};
  readAdvertHex(hex, into);
  return into;
}

// The vectors come from the formats' own documents.
test.each([
  [
    "iBeacon",
    "0201061AFF4C0002157777772E6B6B6D636E2E636F6D00000100010001C5",
    { measuredPower: -59, ibeacon: "7777772E-6B6B-6D63-6E2E-636F6D000001:1:1", frame: "ibeacon" },
  ],
  ["AltBeacon", `1BFF1801BEAC${"00".repeat(20)}C500`, { measuredPower: -59, frame: "altbeacon" }],
  [
    "Eddystone-UID",
    `1516AAFE00E8${"00".repeat(16)}0000`,
    { measuredPower: -65, eddystoneUid: "00".repeat(16), frame: "eddystone" },
  ],
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

test.each([
  ["0201061AFF4C000215FDA50693A4E24FB1AFCFC6EB07647825000100021A", "ibeacon"],
  [`1BFF1801BEAC${"00".repeat(20)}7F00`, "altbeacon"],
])("a beacon that fills its power with something else, as in %s, states none", (hex, frame) => {
  expect(read(hex)).toMatchObject({ frame });
  expect(read(hex)).not.toHaveProperty("measuredPower");
});

test.each(["05166E2AFF7F", "06FF570712FF7F"])("the value of a broken probe of ELA, as in %s, is left out", (hex) => {
  expect(read(hex)).not.toHaveProperty("temperature");
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
    readAdvertHex(hex, into);
    if (into.flaw !== undefined) continue;
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

/** An advert of one structure of service data, or of manufacturer data, with the length that belongs to it. */
const oneStructure = (type: string, id: string, data: string): string =>
  `${(1 + id.length / 2 + data.length / 2).toString(16).padStart(2, "0")}${type}${id.slice(2)}${id.slice(0, 2)}${data}`;
const service = (uuid: string, data: string): string => oneStructure("16", uuid, data);
const maker = (company: string, data: string): string => oneStructure("FF", company, data);

// Ruuvi's and BTHome's vectors are those of their documents; the others are worked by hand from the layouts.
test.each([
  [
    "a RuuviTag in format 3",
    maker("0499", "03291A1ECE1EFC18F94202CA0B53"),
    { temperature: 26.3, humidity: 20.5, batteryMv: 2899, moving: true, frame: "ruuvi" },
  ],
  ["a RuuviTag in format 3 below zero", maker("0499", "0329811E00000000000003E80B53"), { temperature: -1.3 }],
  ["Ruuvi Air", maker("0499", "06170C5668C79E007000C90501D900CD004C884F"), { temperature: 29.5, humidity: 55.3 }],
  [
    "Ruuvi Air in an extended advert",
    maker("0499", "E1170C5668C79E0065007004BD11CA00C90A0213E0ACFFFFFFDECDEE10FFFFFFFFFFCBB8334C884F"),
    { temperature: 29.5, humidity: 55.3, frame: "ruuvi" },
  ],
  ["a wet RuuviTag", maker("0499", `050001A5E0${"FF".repeat(19)}`), { temperature: 0.01, humidity: 106.16 }],
  ["a wet thermometer of BTHome v2", service("FCD2", "4003A029"), { humidity: 106.56, frame: "bthome" }],
  [
    "BTHome v1",
    service("181C", "0200A823025D090303B71802015D"),
    { temperature: 23.97, humidity: 63.27, batteryLevel: 93, frame: "bthome" },
  ],
  [
    "ATC1441's thermometer",
    service("181A", "A4C138AABBCC00DD2A500B9A05"),
    { temperature: 22.1, humidity: 42, batteryLevel: 80, batteryMv: 2970, frame: "atc" },
  ],
  [
    "pvvx's thermometer",
    service("181A", "CCBBAA38C1A4A208AC109A0B500514"),
    { temperature: 22.1, humidity: 42.68, batteryLevel: 80, batteryMv: 2970, frame: "atc" },
  ],
  ["ELA's Blue TEMP", maker("0757", "12D107"), { temperature: 20.01, frame: "ela" }],
  ["ELA's Blue TEMP below zero", maker("0757", "12F8FF"), { temperature: -0.08, frame: "ela" }],
  ["ELA's Blue RHT", maker("0757", "212D12D107"), { temperature: 20.01, humidity: 45, frame: "ela" }],
  ["ELA's Blue MOV", maker("0757", "420500"), { moving: true, frame: "ela" }],
  ["ELA's battery", maker("0757", "F15A"), { batteryLevel: 90, frame: "ela" }],
  ["ELA's voltage", maker("0757", "F2B80B"), { batteryMv: 3000, frame: "ela" }],
  [
    "ELA's tags in their GATT format",
    service("2A6E", "D107") + service("2A6F", "2D"),
    { temperature: 20.01, humidity: 45 },
  ],
  ["a battery characteristic", service("2A19", "5A"), { batteryLevel: 90 }],
  ["the Battery Service", service("180F", "5A"), { batteryLevel: 90 }],
  ["a humidity characteristic", service("2A6F", "9411"), { humidity: 45 }],
  ["MokoBeacon", service("FF01", "640000000000000000000003E8"), { batteryLevel: 100, moving: false, frame: "moko" }],
  [
    "MOKO's proximity beacon",
    maker("0A62", `02100100F47A6B000101${"00".repeat(6)}0BB8`),
    { batteryMv: 3000, moving: true, frame: "moko" },
  ],
  [
    "BeaconX Pro's thermometer",
    service("FEAB", "700000011201EE0CAF00F47A6B000101"),
    { temperature: 27.4, humidity: 49.4, batteryMv: 3247, frame: "moko" },
  ],
  ["BeaconX Pro's thermometer below zero", service("FEAB", "700000FFF601EE0CAF"), { temperature: -1 }],
  ["BeaconX Pro's acceleration", service("FEAB", "6000000000000000000000000CAF00"), { batteryMv: 3247, frame: "moko" }],
  ["BeaconX Pro's information", service("FEAB", "4000000CAF0000F47A6B000101"), { batteryMv: 3247, frame: "moko" }],
])("%s is read with its values", (_name, hex, expected) => {
  expect(read(hex)).toMatchObject(expected);
});

test.each([
  ["Environmental Sensing of another make", service("181A", "0102030405")],
  ["a value that says that it is not known", service("2A6E", "0080") + service("2A6F", "FFFF")],
  ["ELA's own name", maker("0757", "06010203040506")],
  ["another maker's use of MOKO's UUID", service("FF01", "6400")],
  ["an unknown frame of MOKO's BeaconX Pro", service("FEAB", "000102030405060708")],
  ["a thermometer of pvvx that encrypts", service("181A", "0102030405060708090A0B")],
  ["MOKO's frame with another length than it says", maker("0A62", `021101${"00".repeat(15)}`)],
])("no value is read from %s", (_name, hex) => {
  expect(read(hex)).toEqual({});
});

// A kernel's buffer, a stack that pads, or a bit that was lost: the rest of the advert is as good as ever.
test.each([
  ["a structure that goes on behind the end", "020106041680205506FF0D0003000011", { batteryLevel: 85 }],
  ["a length without its structure", "0201060D16E1FFA10264000832A03F23AC09", { batteryLevel: 100, frame: "minew" }],
  ["a short frame before a whole one", "09FF4C00021501020304051680205A00", { batteryLevel: 90 }],
  ["a KSensor without its last field", "0A16AAFE2100070F0E1804041680205A", { batteryLevel: 90 }],
  ["a BTHome object that is cut short", "0716D2FC40016402041680205A", { batteryLevel: 90 }],
  ["a Minew frame that is cut short", "0816E1FFA101641818041680205A", { batteryLevel: 90 }],
  ["an Eddystone-UID of ten bytes", "0D16AAFE00E80102030405060708041680205A", { batteryLevel: 90 }],
  ["an iBeacon that is cut short, first in the data", "06FF4C000215C5041680205A", { batteryLevel: 90 }],
  ["a frame of BeaconX Pro that is cut short", "0816ABFE7000000112041680205A", { batteryLevel: 90 }],
  ["half a digit pair at the end", "041680205A0", { batteryLevel: 90 }],
  ["a character that is no digit", "041680205A-1", { batteryLevel: 90 }],
])("%s costs that part of the advert and nothing else", (_name, hex, expected) => {
  const { flaw, ...told } = read(hex);
  expect(told).toEqual(expected);
  expect(flaw).toMatch(/^the advert's data is|^a frame of the advert is/);
});

test.each(["0x041680205A", "04 16 80 20 5a", "04:16:80:20:5A", "04-16-80-20-5A\n", "0x04, 0x16, 0x80, 0x20, 0x5A"])(
  "the hex %j is read as the bytes that it stands for",
  (hex) => {
    expect(read(hex)).toEqual({ batteryLevel: 90 });
  },
);

test("the UUID that KKM's older firmware shares with Matter is only read in KKM's length", () => {
  expect(read("0616F6FF5A1632")).toEqual({ batteryLevel: 90, temperature: 22, humidity: 50 });
  expect(read("0B16F6FF00000FF1FF008000")).toEqual({});
  expect(read("0E16F6FF00000FF1FF008000AABBCC")).toEqual({});
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
