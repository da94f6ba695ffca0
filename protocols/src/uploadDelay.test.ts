import { describe, expect, it } from "vitest";
import { uploadDelay } from "./uploadDelay.ts";

const START_MS = Date.UTC(2026, 10, 20, 8);

/** What is told of messages whose gateway's clock is off by `offMs`; each [when it was made, when it arrived], s. */
function delays(
  messages: readonly (readonly [number, number])[],
  offMs: (madeS: number) => number = () => 0,
): number[] {
  const delay = uploadDelay();
  return messages.map(([madeS, arrivedS]) => {
    const ms = START_MS + 1000 * madeS + offMs(madeS);
    return delay.of({ ms, zoneless: true }, START_MS + 1000 * arrivedS) / 1000;
  });
}

const prompt = (fromS: number, untilS: number): [number, number][] =>
  Array.from({ length: untilS - fromS }, (_, i) => [fromS + i, fromS + i]);

describe("a gateway's messages", () => {
  it("that come at once have not waited, whatever its clock shows", () => {
    for (const offMs of [0, 13 * 3_600_000, -START_MS])
      expect(new Set(delays(prompt(0, 300), () => offMs))).toEqual(new Set([0]));
  });

  it("that come at once have not waited where a clock shows whole seconds alone", () => {
    const each700ms = Array.from({ length: 300 }, (_, i): [number, number] => [0.7 * i, 0.7 * i + 0.05 * (i % 3)]);
    expect(new Set(delays(each700ms, (s) => -1000 * (s % 1)))).toEqual(new Set([0]));
  });

  it("that come after an outage have waited for as long as their clock says, in however many they come", () => {
    const backlog = Array.from({ length: 90 }, (_, i): [number, number] => [100 + i, 190]);
    const told = delays([...prompt(0, 100), ...backlog, ...prompt(191, 200)], () => -START_MS);
    expect(told.slice(100, 189)).toEqual(backlog.slice(0, -1).map(([madeS]) => 190 - madeS));
    expect(new Set(told.slice(189))).toEqual(new Set([0]));
  });

  it("that come slowly after an outage of hours are not taken for new ones", () => {
    const backlog = Array.from({ length: 60 }, (_, i): [number, number] => [100 + 120 * i, 7300 + i]);
    expect(delays([...prompt(0, 100), ...backlog]).at(150)).toBe(7350 - 6100);
  });

  it("of a clock that is set are dated at their arrival", () => {
    expect(Math.max(...delays(prompt(0, 200), (s) => (s < 100 ? 3_600_000 : 0)))).toBe(0);
    expect(Math.max(...delays(prompt(0, 200), (s) => (s < 100 ? -START_MS : 0)))).toBe(0);
    // By less than the time between two messages: it shows no step back, and is found out after some minutes.
    const each20s = Array.from({ length: 40 }, (_, i): [number, number] => [20 * i, 20 * i]);
    const told = delays(each20s, (s) => (s < 200 ? 15_000 : 0));
    expect(Math.max(...told)).toBe(15);
    expect(told.at(-1)).toBe(0);
  });

  it("of a clock that stands are dated at their arrival, but for a moment", () => {
    expect(Math.max(...delays(prompt(0, 200), (s) => -1000 * s))).toBeLessThan(3);
  });

  it("that tell no time are dated at their arrival", () => {
    expect(uploadDelay().of(undefined, START_MS)).toBe(0);
  });
});
