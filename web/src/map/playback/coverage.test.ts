import { expect, it } from "vitest";
import { coverageOf, gapAt, gapsOf } from "./coverage.ts";
import { minute, position, t0 } from "./trackSamples.ts";
import { trackOf } from "./track.ts";

const span = { fromMs: t0, toMs: t0 + 60 * minute };
const minutes = (from: number, to: number) => ({ fromMs: t0 + from * minute, toMs: t0 + to * minute });

it("the coverage of a span is what any of its tracks knows, without silences of up to five minutes", () => {
  const one = trackOf([
    position(-5 * minute, 4 * minute, 0),
    position(8 * minute, 10 * minute, 0),
    position(50 * minute, 70 * minute, 0),
  ]);
  const other = trackOf([position(12 * minute, 20 * minute, 0)]);
  const coverage = coverageOf([one, other], span);
  expect(coverage).toEqual([minutes(0, 20), minutes(50, 60)]);
  expect(gapsOf(coverage)).toEqual([minutes(20, 50)]);
});

it("a moment without positions lies in the gap up to the next ones, or up to the end of the span", () => {
  const coverage = [minutes(5, 10), minutes(30, 40)];
  const at = (time: number) => gapAt(coverage, t0 + time * minute, span.toMs);
  expect([at(7), at(10), at(35)]).toEqual([null, null, null]);
  expect(at(12)).toEqual(minutes(10, 30));
  expect(at(2)).toEqual(minutes(2, 5));
  expect(at(50)).toEqual(minutes(40, 60));
  expect(gapAt([], t0, span.toMs)).toBeNull();
});
