import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { adapterForTopic, adapters, recognisedDialect } from "./catalogue.ts";
import type { DeviceCommand } from "./downlink.ts";
import { type GatewayMessage, UndecodableMessage } from "./message.ts";

// What every dialect must do (docs/dialects.md). A new one is tested here as soon as it is in the catalogue and has its
// file of fixtures.

interface Fixture {
  name: string;
  /** Where the message comes from, or what it was made from. */
  source: string;
  topic: string;
  payload?: unknown;
  payload_text?: string;
  payload_hex?: string;
  /** What it says, or why it is refused. */
  expected?: GatewayMessage;
  refused?: string;
}

/** Mutated messages per dialect; PULSE_MUTATIONS=200000 takes a quarter of a minute for each. */
const mutations = Number(process.env["PULSE_MUTATIONS"] ?? 10_000);
const perRun = 100;
const timeout = Math.max(60_000, 2 * mutations);
const identity = { mac: "68:B9:D3:00:00:99", mqttGuid: "0198c1b2-0000-7000-8000-000000000001", name: "Hall" };
const tag = "DD:34:00:00:00:01";
const commands: DeviceCommand[] = [
  { kind: "readGateway" },
  { kind: "updateGateway", settings: { filterRssi: -80, uploadPeriodS: 5, uploadIbeacon: true } },
  { kind: "readTracker", mac: tag },
  { kind: "updateTracker", mac: tag, settings: { advertisementPeriodMs: 1000 } },
  { kind: "ring", mac: tag, durationMs: 2000 },
];

function bytesOf({ payload, payload_text: text, payload_hex: hex }: Fixture): Uint8Array {
  if (hex !== undefined) return Uint8Array.from(Buffer.from(hex, "hex"));
  return new TextEncoder().encode(text ?? JSON.stringify(payload));
}

describe.each(adapters.map((adapter) => [adapter.hardwareType, adapter] as const))("%s", (type, adapter) => {
  const file = join(import.meta.dirname, "../fixtures", `${type.toLowerCase()}.json`);
  const fixtures = JSON.parse(readFileSync(file, "utf8")) as Fixture[];

  test.each(fixtures.map((fixture) => [fixture.name, fixture] as const))(
    "each dialect reads %s as its fixture says",
    (_name, fixture) => {
      expect(adapterForTopic(fixture.topic)).toBe(adapter);
      if (fixture.refused === undefined)
        expect(adapter.decode(fixture.topic, bytesOf(fixture))).toEqual(fixture.expected);
      else
        expect(() => adapter.decode(fixture.topic, bytesOf(fixture))).toThrow(new UndecodableMessage(fixture.refused));
      expect(fixture.source).not.toBe("");
    },
  );

  test("the fixtures of each dialect include a scan", () => {
    const scans = fixtures.filter(({ expected }) => expected?.kind === "scan");
    expect(scans.flatMap(({ expected }) => (expected?.kind === "scan" ? expected.adverts : [])).length).toBeGreaterThan(
      0,
    );
  });

  test("each dialect is recognised without its topic, and never as another", () => {
    const recognised = fixtures.map((fixture) => recognisedDialect(bytesOf(fixture))).filter((found) => found !== null);
    expect(new Set(recognised)).toEqual(new Set([adapter]));
  });

  test("each dialect maps its topics back to itself and the gateway, and never subscribes to a topic it publishes to", () => {
    for (const topic of adapter.publishTopics(identity)) {
      const said = topic.replace("+", tag);
      expect(adapter.uplinks.some((filter) => fits(filter, said))).toBe(true);
      expect(adapterForTopic(said)).toBe(adapter);
      expect([identity.mac, identity.mqttGuid, ""]).toContain(adapter.gatewayOfTopic(said));
    }
    for (const topic of adapter.subscribeTopics(identity))
      if (!topic.endsWith("/#")) expect(adapterForTopic(topic)).toBeNull();
  });

  test("each dialect supports the commands that its table lists, on topics that the gateway subscribes to", () => {
    const { downlink, capabilities } = adapter;
    const can = new Set(commands.map(({ kind }) => kind).filter((kind) => downlink?.can(kind) ?? false));
    expect(can.has("updateGateway")).toBe(capabilities.deviceConfig);
    expect(downlink?.toTrackers ?? false).toBe(capabilities.trackerDownlink);
    expect(can.has("ring")).toBe(capabilities.trackerDownlink);
    for (const command of commands.filter(({ kind }) => can.has(kind))) {
      const { topics, payload } = downlink!.encode(identity, command, 7);
      expect(adapter.subscribeTopics(identity)).toEqual(expect.arrayContaining([...topics]));
      expect(payload).toContain("7");
    }
    if (downlink !== undefined) expect(fixtures.some(({ expected }) => expected?.kind === "reply")).toBe(true);
  });

  test("each dialect refuses mutated messages with its own error, and reads no impossible values", { timeout }, () => {
    const samples = fixtures.map((fixture) => [fixture.topic, bytesOf(fixture)] as const);
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const next = generator(seed);
        for (let nth = 0; nth < perRun; nth++) {
          const [topic, sample] = samples[next() % samples.length]!;
          check(() => adapter.decode(topic, mutated(sample, next)));
        }
      }),
      { seed: 20_261_122, numRuns: Math.ceil(mutations / perRun) },
    );
  });
});

const fits = (filter: string, topic: string): boolean => {
  const levels = topic.split("/");
  const wanted = filter.split("/");
  return wanted.length === levels.length && wanted.every((level, nth) => level === "+" || level === levels[nth]);
};

/**
 * A small random number generator (mulberry32), so that a failing seed reproduces its messages. A copy of positioning's
 * seededRandom: protocols imports no other workspace.
 */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** A message with up to six bytes changed or a part repeated, and often cut short. */
function mutated(sample: Uint8Array, next: () => number): Uint8Array {
  const isCut = next() % 4 === 0;
  const bytes = sample.slice(0, isCut ? next() % (sample.length + 1) : sample.length);
  if (bytes.length === 0) return bytes;
  for (let edits = next() % 7; edits > 0; edits--) bytes[next() % bytes.length] = next() & 0xff;
  if (next() % 8 === 0) bytes.copyWithin(next() % bytes.length, next() % bytes.length);
  return bytes;
}

function check(read: () => GatewayMessage): void {
  let said: GatewayMessage;
  try {
    said = read();
  } catch (error) {
    if (error instanceof UndecodableMessage) return;
    throw error;
  }
  if (said.kind !== "scan") return;
  for (const advert of said.adverts) {
    const { mac, rssi, ageMs, range, angle, ...told } = advert;
    const bounds: [value: number | undefined, min: number, max: number][] = [
      [rssi, -127, 20],
      [ageMs, 0, Infinity],
      [told.batteryLevel, 0, 100],
      [told.humidity, 0, 655.35],
      [told.temperature, -1000, 1000],
      [told.measuredPower, -300, 300],
      [range?.m, 0, 1000],
      [range?.sdM, 0.01, 1000],
      [angle?.azimuthDeg, 0, 360],
      [angle?.sdDeg, 0.1, 180],
    ];
    const isTrue = bounds.every(([value, min, max]) => value === undefined || (value >= min && value <= max));
    if (!isTrue || !/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/.test(mac)) throw new Error(`cannot be: ${JSON.stringify(advert)}`);
  }
}
