import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { uploadDelay } from "./uploadDelay.ts";

const START_MS = Date.UTC(2026, 10, 20, 8);

/** The delays, s, of messages [when made, when arrived], s, from a gateway whose clock is off by `offMs`. */
function delays(
  messages: readonly (readonly [number, number])[],
  offMs: (madeS: number) => number = () => 0,
  zoneless = true,
): number[] {
  const delay = uploadDelay();
  return messages.map(([madeS, arrivedS]) => {
    const ms = START_MS + 1000 * madeS + offMs(madeS);
    return delay.of({ ms, zoneless }, START_MS + 1000 * arrivedS) / 1000;
  });
}

const prompt = (fromS: number, untilS: number): [number, number][] =>
  Array.from({ length: untilS - fromS }, (_, i) => [fromS + i, fromS + i]);

describe("the upload delay of a gateway's messages", () => {
  it("the upload delay is zero for prompt messages, whatever the clock shows", () => {
    for (const offMs of [0, 13 * 3_600_000, -START_MS])
      expect(new Set(delays(prompt(0, 300), () => offMs))).toEqual(new Set([0]));
  });

  it("the upload delay is zero for prompt messages with a clock of whole seconds", () => {
    const each700ms = Array.from({ length: 300 }, (_, i): [number, number] => [0.7 * i, 0.7 * i + 0.05 * (i % 3)]);
    expect(new Set(delays(each700ms, (s) => -1000 * (s % 1)))).toEqual(new Set([0]));
  });

  it("the upload delay follows the clock for messages stored during an outage", () => {
    const backlog = Array.from({ length: 90 }, (_, i): [number, number] => [100 + i, 190]);
    const told = delays([...prompt(0, 100), ...backlog, ...prompt(191, 200)], () => -START_MS);
    expect(told.slice(100, 189)).toEqual(backlog.slice(0, -1).map(([madeS]) => 190 - madeS));
    expect(new Set(told.slice(189))).toEqual(new Set([0]));
  });

  it("the upload delay is found for a backlog of hours that arrives slowly", () => {
    const backlog = Array.from({ length: 60 }, (_, i): [number, number] => [100 + 120 * i, 7300 + i]);
    expect(delays([...prompt(0, 100), ...backlog]).at(150)).toBe(7350 - 6100);
  });

  // From second 900 on, live messages alternate with those made from second 60 on.
  const inTurn = (times: number, everyS = 7): [number, number][] =>
    Array.from({ length: times }, (_, i): [number, number][] => [
      [900 + i, 900 + i],
      [60 + everyS * i, 900.3 + i],
    ]).flat();
  const waited = (messages: readonly [number, number][]): number[] => messages.map(([madeS, atS]) => atS - madeS);

  it("a backlog between live messages has its delay at once with a right zoned clock, else from the second message", () => {
    const outage = [...prompt(0, 60), ...inTurn(100)];
    const close = (told: number[], expected: number[]) => {
      for (const [at, s] of expected.entries()) expect(told[at]).toBeCloseTo(s < 1.5 ? 0 : s, 3);
    };
    close(
      delays(outage, () => 3000, false),
      waited(outage),
    );
    for (const offMs of [0, 13 * 3_600_000, -START_MS]) {
      const told = delays(outage, () => offMs);
      expect(told[61]).toBe(0);
      close(told.slice(62), waited(outage.slice(62)));
    }
    // First a live message, then the backlog with a live one every 20 s.
    const drained = Array.from({ length: 600 }, (_, i): [number, number] =>
      i % 200 === 0 ? [900 + i / 10, 900 + i / 10] : [60 + i, 900 + i / 10],
    );
    close(delays([...prompt(0, 60), ...drained], undefined, false), waited([...prompt(0, 60), ...drained]));
  });

  it("the upload delay is found for a backlog between live messages that arrives at the pace it was made", () => {
    const told = delays([...prompt(0, 60), ...inTurn(300, 1)]);
    expect(Math.min(...told.slice(62).filter((_, i) => i % 2 === 1))).toBeCloseTo(840.3, 3);
  });

  it("the upload delay is found for a backlog that takes longer than a clock is remembered", () => {
    const backlog = Array.from({ length: 1200 }, (_, i): [number, number] => [60 + 10 * i, 14_400 + i]);
    const outage = [...prompt(0, 60), ...backlog, ...prompt(15_600, 15_700)];
    const told = delays(outage);
    expect(told.slice(60, 1260)).toEqual(waited(backlog));
    expect(Math.max(...told.slice(1260))).toBe(0);
  });

  it("the upload delay ends within half a minute when a right clock is set back, and at once if set to 1970", () => {
    const setBack = (byMs: number, everyS: number) =>
      delays(
        prompt(0, 300 / everyS).map(([s]): [number, number] => [s * everyS, s * everyS]),
        (s) => (s < 100 ? 0 : -byMs),
        false,
      );
    expect(setBack(3_600_000, 1).findLastIndex((s) => s > 0)).toBe(129);
    expect(setBack(7_000, 1).findLastIndex((s) => s > 0)).toBe(129);
    // With more than ten seconds between messages, it takes three of them.
    expect(setBack(3_600_000, 20).filter((s) => s > 0)).toHaveLength(3);
    expect(Math.max(...setBack(START_MS, 1))).toBe(0);
  });

  it("the upload delay ends within half a minute when a clock that showed a delay is set back", () => {
    const messages = [...prompt(0, 60), ...inTurn(50), ...prompt(950, 1200)];
    const told = delays(messages, (s) => (s < 1000 ? 0 : -3_600_000)).slice(160);
    expect(told.findLastIndex((s) => s > 0)).toBe(79);
  });

  it("the upload delay is wrong for at most ten seconds after one stamp ahead of the others", () => {
    for (const aheadMs of [4_000, 3_600_000])
      for (const zoneless of [true, false]) {
        const told = delays(prompt(0, 200), (s) => (s === 100 ? aheadMs : 0), zoneless);
        expect(told.findLastIndex((s) => s > 0)).toBeLessThanOrEqual(110);
      }
  });

  it("the upload delay returns to zero when a clock is set", () => {
    expect(Math.max(...delays(prompt(0, 200), (s) => (s < 100 ? 3_600_000 : 0)))).toBe(0);
    expect(Math.max(...delays(prompt(0, 200), (s) => (s < 100 ? -START_MS : 0)))).toBe(0);
    // Set back by less than the time between two messages, the clock shows no step back: it is noticed minutes later.
    const each20s = Array.from({ length: 40 }, (_, i): [number, number] => [20 * i, 20 * i]);
    const told = delays(each20s, (s) => (s < 200 ? 15_000 : 0));
    expect(Math.max(...told)).toBe(15);
    expect(told.at(-1)).toBe(0);
  });

  it("the upload delay stays below three seconds with a clock that stands still", () => {
    expect(Math.max(...delays(prompt(0, 200), (s) => -1000 * s))).toBeLessThan(3);
  });

  it("the upload delay is zero after five minutes of prompt messages, whatever came before", () => {
    const before = fc.array(
      fc.record({ gapS: fc.nat(90), madeS: fc.integer({ min: -20_000, max: 20_000 }), near: fc.boolean() }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(before, fc.boolean(), fc.integer({ min: -10_000, max: 10_000 }), (told, zoneless, offMs) => {
        let nowS = 0;
        const messages = told.map(({ gapS, madeS, near }): [number, number] => {
          nowS += gapS;
          return [near ? nowS - (madeS % 10) : nowS + madeS, nowS];
        });
        const all = [...messages, ...prompt(nowS + 1, nowS + 301)];
        const waitedS = delays(all, () => offMs, zoneless);
        expect(Math.min(...waitedS)).toBeGreaterThanOrEqual(0);
        expect(waitedS.at(-1)).toBe(0);
      }),
      { seed: 20261124, numRuns: 2000 },
    );
  });

  it("the upload delay is zero for messages without a time", () => {
    expect(uploadDelay().of(undefined, START_MS)).toBe(0);
  });
});
