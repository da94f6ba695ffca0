import { adapterForTopic } from "@pulse/protocols/catalogue";
import { describe, expect, test } from "vitest";
import { withFastForklifts } from "./demo/forklifts.ts";
import { demoSites, demoWorld } from "./demo/world.ts";
import { drawnAir } from "./radio/drawnAir.ts";
import { type Impairments, noImpairments, usualImpairments } from "./radio/impairments.ts";
import { defaultRadio, type RadioSettings } from "./radio/settings.ts";
import { newSiteRun, type SimulatedMessage, type Truth } from "./siteRun.ts";

const warehouse = demoSites(demoWorld())[0]!;
/** With all of its gateways and every sixth of its things: the time that a run takes grows with them. */
const site = { ...warehouse, assets: warehouse.assets.filter((_, nth) => nth % 6 === 0) };
const startMs = Date.UTC(2026, 10, 20, 8);
const withHardships = (impairments: Partial<Impairments>): RadioSettings => ({
  ...defaultRadio,
  impairments: { ...noImpairments, ...impairments },
});

function ran(radio: RadioSettings, seconds: number, of = site): { messages: SimulatedMessage[]; truths: Truth[] } {
  const run = newSiteRun(of, 5, startMs, radio);
  const messages: SimulatedMessage[] = [];
  const truths: Truth[] = [];
  for (let n = 0; n < seconds; n++) {
    messages.push(...run.second(n));
    truths.push(...run.truth().values());
  }
  return { messages, truths };
}

/** The adverts in gateways' messages, each with the time of its upload. */
function scansOf(messages: readonly SimulatedMessage[]) {
  return messages.flatMap(({ topic, payload, tMs, gatewayMac }) => {
    const said = adapterForTopic(topic)?.decode(topic, new TextEncoder().encode(payload));
    return said?.kind === "scan" ? [{ tMs, gatewayMac, adverts: said.adverts }] : [];
  });
}

/** The longest time between the oldest and the newest advert of one upload, s, by gateways' clocks. */
function oldestS(messages: readonly SimulatedMessage[]): number {
  const spans = [...Map.groupBy(messages, ({ gatewayMac, tMs }) => `${gatewayMac} ${tMs}`).values()].map((upload) => {
    const times = upload.flatMap(({ payload }) =>
      ((JSON.parse(payload) as { obj?: { time: string }[] }).obj ?? []).map(({ time }) => Date.parse(`${time}Z`)),
    );
    return (
      times.reduce((max, time) => Math.max(max, time), -Infinity) -
      times.reduce((min, time) => Math.min(min, time), Infinity)
    );
  });
  return Math.max(...spans) / 1000;
}

test("with all hardships the same seed gives the same messages", () => {
  const radio = drawnAir(2);
  expect(ran(radio, 40).messages).toEqual(ran(radio, 40).messages);
});

test("hardships change what is received, but not where assets go", () => {
  const { movesPerS } = noImpairments;
  const hard = ran(withHardships({ ...usualImpairments, movesPerS }), 60);
  const plain = ran(defaultRadio, 60);
  expect(hard.truths).toEqual(plain.truths);
  expect(hard.messages).not.toEqual(plain.messages);
});

describe("gateways that upload late", () => {
  const seconds = 100;
  const prompt = scansOf(ran(defaultRadio, seconds).messages);
  const countOf = (scans: typeof prompt): Map<string, number> =>
    new Map(
      [...Map.groupBy(scans, ({ gatewayMac }) => gatewayMac)].map(([mac, of]) => [
        mac,
        of.flatMap((s) => s.adverts).length,
      ]),
    );

  test("gateways that upload late each have their own upload period, and lose nothing", () => {
    const late = scansOf(ran(withHardships({ uploadS: [5, 30], maxStoredAdverts: 100_000 }), seconds).messages);
    const all = countOf(prompt);
    expect(
      oldestS(ran(withHardships({ uploadS: [30, 30], maxStoredAdverts: 100_000 }), seconds).messages),
    ).toBeGreaterThan(25);
    for (const [mac, scans] of Map.groupBy(late, ({ gatewayMac }) => gatewayMac)) {
      const times = [...new Set(scans.map(({ tMs }) => tMs))];
      expect(times.length).toBeLessThanOrEqual(seconds / 5);
      const untilLast = prompt.filter(({ gatewayMac, tMs }) => gatewayMac === mac && tMs <= times.at(-1)!);
      expect(countOf(late).get(mac)).toBe(countOf(untilLast).get(mac));
      expect(countOf(late).get(mac)! / all.get(mac)!).toBeGreaterThan(0.5);
    }
  });

  test("gateways that upload late keep packets up to their limit while their line is down, and upload them afterwards", () => {
    const outage = { outageEachS: 90, outageS: 40 };
    const { messages } = ran(withHardships({ ...outage, maxStoredAdverts: 100_000 }), 200);
    const whole = scansOf(messages);
    const little = scansOf(ran(withHardships({ ...outage, maxStoredAdverts: 50 }), 200).messages);
    const [mac] = [...countOf(whole).keys()];
    const times = [...new Set(whole.filter(({ gatewayMac }) => gatewayMac === mac).map(({ tMs }) => tMs))];
    const longestMs = Math.max(...times.slice(1).map((tMs, nth) => tMs - times[nth]!));
    expect(longestMs).toBeGreaterThanOrEqual(40_000);
    expect(oldestS(messages)).toBeGreaterThan(35);
    expect(countOf(little).get(mac!)!).toBeLessThan(countOf(whole).get(mac!)!);
  });
});

test("instantaneous motion samples are sometimes quiet while an asset moves", () => {
  const flags = (radio: RadioSettings): boolean[] =>
    scansOf(ran(radio, 120).messages).flatMap(({ adverts }) => adverts.flatMap(({ moving }) => moving ?? []));
  const count = (of: boolean[]): number => of.filter(Boolean).length;
  const strongest = count(flags(defaultRadio));
  const instant = count(flags(withHardships({ hasInstantSamples: true })));
  expect(strongest).toBeGreaterThan(100);
  expect(instant).toBeLessThan(0.9 * strongest);
  expect(instant).toBeGreaterThan(0.3 * strongest);
});

test("forklifts drive at up to 4 m/s where the run allows it", () => {
  const forklifts = warehouse.assets.filter(
    ({ type, behaviour }) => type === "Forklift" && behaviour.kind === "roaming",
  );
  const driven = withFastForklifts({ ...warehouse, assets: forklifts });
  const run = newSiteRun(driven, 5, startMs, withHardships({ movesPerS: 4 }));
  const before = new Map<string, Truth>();
  const strides: number[] = [];
  for (let n = 0; n < 200; n++) {
    run.second(n);
    for (const { trackerMac } of forklifts) {
      const at = run.truth().get(trackerMac)!;
      const was = before.get(trackerMac);
      if (was) strides.push(Math.hypot(at.x - was.x, at.y - was.y));
      before.set(trackerMac, { ...at });
    }
  }
  expect(Math.max(...strides)).toBeGreaterThan(3);
  expect(Math.max(...strides)).toBeLessThan(4.3);
});
