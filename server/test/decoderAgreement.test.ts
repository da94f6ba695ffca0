import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readAdvertHex, readManufacturerHex, readServiceHex } from "@pulse/protocols/adverts/telemetry";
import type { Telemetry } from "@pulse/protocols/message";
import { afterAll, describe, expect, test } from "vitest";
import { hasRealGateways, python, realProgram, scripts } from "./support/realGateways.ts";

// What our decoders read of an advert, and what independent ones read of it (docs/dialects.md has the table).
const keys = [
  "temperature",
  "humidity",
  "batteryLevel",
  "batteryMv",
  "moving",
  "button",
  "ibeacon",
  "measuredPower",
] as const;
type Reading = Partial<Record<(typeof keys)[number], unknown>>;

/** Theengs cuts KKM's values off after two decimals, and we round them. */
const tolerance = 0.0101;
/** Mutations of each of Theengs' vectors, and adverts of each format of the others. */
const perVector = 40;
const perFormat = 500;

interface Comparison {
  adverts: number;
  /** Adverts of which both have read something. */
  both: number;
  equal: number;
  /** Values that only one of the two gives. */
  onlyTheirs: number;
  onlyOurs: number;
  /** Values that differ for a known reason. */
  explained: number;
  different: string[];
}

/**
 * Why a value may differ: Theengs reads numbers without a sign as signed ones (humidity above 127 % or 327 %, voltage above
 * 32 V), and knows nothing of KKM's temperatures beyond 127 °C, which come with a negative humidity.
 */
function isExplained(key: string, own: unknown, other: unknown): boolean {
  if (typeof own !== "number" || typeof other !== "number") return false;
  if (key === "temperature") return own > 127 && other < own;
  const wraps = key === "humidity" ? [256, 655.36] : key === "batteryMv" ? [65_536] : [];
  return other < 0 && wraps.some((wrap) => isSame(other + wrap, own));
}

const program = hasRealGateways ? realProgram(python, [join(scripts, "decoders.py")]) : null;
afterAll(() => program?.end());

async function compare(library: string, adverts: readonly object[], ours: readonly Telemetry[]): Promise<Comparison> {
  program!.tell({ library, adverts });
  const theirs = JSON.parse(await program!.next()) as (Reading | null)[];
  const result: Comparison = {
    adverts: adverts.length,
    both: 0,
    equal: 0,
    onlyTheirs: 0,
    onlyOurs: 0,
    explained: 0,
    different: [],
  };
  for (const [at, advert] of adverts.entries()) {
    const [own, other]: [Reading, Reading] = [ours[at]!, theirs[at] ?? {}];
    const has = (reading: Reading, key: (typeof keys)[number]) => reading[key] !== undefined && reading[key] !== null;
    if (!keys.some((key) => has(own, key)) || !keys.some((key) => has(other, key))) continue;
    result.both++;
    for (const key of keys) {
      if (has(own, key) && has(other, key)) {
        if (isSame(own[key], other[key])) result.equal++;
        else if (isExplained(key, own[key], other[key])) result.explained++;
        else
          result.different.push(`${JSON.stringify(advert)}: ${key} ${String(own[key])}, theirs ${String(other[key])}`);
      } else if (has(own, key)) result.onlyOurs++;
      else if (has(other, key)) result.onlyTheirs++;
    }
  }
  const { both, equal, onlyTheirs, onlyOurs, explained, different } = result;
  process.stdout.write(
    `${library}: ${adverts.length} adverts, ${both} read by both, ${equal} equal values, ${different.length} different, ` +
      `${explained} explained, ${onlyTheirs} only theirs, ${onlyOurs} only ours\n`,
  );
  return result;
}

const isSame = (own: unknown, other: unknown): boolean =>
  typeof own === "number" && typeof other === "number" ? Math.abs(own - other) < tolerance : own === other;

/** Numbers below `max` that are the same in every run (mulberry32). */
function numbersFrom(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * max);
  };
}

const hexOf = (bytes: readonly number[]): string => Buffer.from(bytes).toString("hex");
const randomBytes = (below: (max: number) => number, count: number): number[] =>
  Array.from({ length: count }, () => below(256));

interface TheengsAdvert {
  id?: string;
  name?: string;
  servicedatauuid?: string;
  servicedata?: string;
  manufacturerdata?: string;
}

function readTheengs({ servicedatauuid, servicedata, manufacturerdata }: TheengsAdvert): Telemetry {
  const into: Telemetry = {};
  if (servicedatauuid !== undefined && servicedata !== undefined) readServiceHex(servicedatauuid, servicedata, into);
  if (manufacturerdata !== undefined) readManufacturerHex(manufacturerdata, into);
  return into;
}

/** The advert with up to three bytes of its data replaced, but not the first two, which tell the formats apart. */
function mutated(advert: TheengsAdvert, below: (max: number) => number): TheengsAdvert {
  const key = advert.servicedata === undefined ? "manufacturerdata" : "servicedata";
  const bytes = Buffer.from(advert[key]!, "hex");
  for (let nth = below(3); nth >= 0 && bytes.length > 2; nth--) bytes[2 + below(bytes.length - 2)] = below(256);
  return { ...advert, [key]: bytes.toString("hex") };
}

describe.runIf(hasRealGateways)("beside independent decoders", () => {
  test("of TheengsDecoder's own vectors, and mutations of them, every value that both read is the same or explained", async () => {
    const file = join(import.meta.dirname, "../../protocols/fixtures/adverts/theengs.json");
    const { adverts: vectors } = JSON.parse(readFileSync(file, "utf8")) as { adverts: TheengsAdvert[] };
    const own = await compare("theengs", vectors, vectors.map(readTheengs));
    expect(own.different).toEqual([]);
    expect(own).toMatchObject({ adverts: 144, both: 142 });
    const below = numbersFrom(1);
    // BTHome's objects have no fixed place, where Theengs looks for them: bthome-ble is compared with instead.
    const fixed = vectors.filter(({ servicedatauuid }) => servicedatauuid !== "0xfcd2");
    const mutations = fixed.flatMap((vector) => Array.from({ length: perVector }, () => mutated(vector, below)));
    const swept = await compare("theengs", mutations, mutations.map(readTheengs));
    expect(swept.different).toEqual([]);
    expect(swept.equal).toBeGreaterThan(5000);
  });

  test.each([
    ["v2", "fcd2"],
    ["v1", "181c"],
  ])(
    "of BTHome %s, every value that bthome-ble reads is the same here, humidity above 100 percent too",
    async (_v, uuid) => {
      const below = numbersFrom(2);
      const adverts = Array.from({ length: perFormat }, () => ({ uuid, hex: bthome(uuid, below) }));
      const ours = adverts.map(({ hex }) => {
        const into: Telemetry = {};
        readServiceHex(uuid, hex, into);
        return into;
      });
      const result = await compare("bthome", adverts, ours);
      expect(result.different).toEqual([]);
      expect(result.both).toBeGreaterThan(0.8 * perFormat);
      expect(ours.filter(({ humidity = 0 }) => humidity > 100).length).toBeGreaterThan(20);
    },
  );

  test.each([
    ["3", 0x03, 14],
    ["5", 0x05, 24],
    ["6", 0x06, 20],
    ["E1", 0xe1, 40],
  ])("of Ruuvi's format %s, every value that ruuvitag-sensor reads is the same here", async (_name, format, length) => {
    const below = numbersFrom(3);
    const adverts = Array.from({ length: perFormat }, () => ({
      hex: hexOf([format, ...randomBytes(below, length - 1)]),
    }));
    const ours = adverts.map(({ hex }) => {
      const into: Telemetry = {};
      readAdvertHex(`${hexOf([hex.length / 2 + 3])}ff9904${hex}`, into);
      return into;
    });
    const result = await compare("ruuvitag", adverts, ours);
    expect(result.different).toEqual([]);
    expect(result.both).toBeGreaterThan(0.9 * perFormat);
  });
});

/** Service data of one to four measurements, in ascending order of their ids as BTHome asks for. */
function bthome(uuid: string, below: (max: number) => number): string {
  const objects: [id: number, size: number, isSigned: boolean, max: number][] = [
    [0x01, 1, false, 101],
    [0x02, 2, true, 0],
    [0x03, 2, false, 0],
    [0x0c, 2, false, 0],
    [0x21, 1, false, 2],
    ...(uuid === "fcd2"
      ? ([
          [0x2e, 1, false, 0],
          [0x3a, 1, false, 7],
          [0x45, 2, true, 0],
        ] as [number, number, boolean, number][])
      : []),
  ];
  const chosen = objects.filter(() => below(3) === 0);
  const bytes = (chosen.length === 0 ? objects.slice(1, 2) : chosen).flatMap(([id, size, isSigned, max]) => {
    const value = max === 0 ? randomBytes(below, size) : [below(max)];
    return uuid === "fcd2" ? [id, ...value] : [(isSigned ? 0x20 : 0) | (size + 1), id, ...value];
  });
  return hexOf(uuid === "fcd2" ? [0x40, ...bytes] : bytes);
}
