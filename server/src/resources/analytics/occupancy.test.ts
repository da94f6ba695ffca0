import { expect, test } from "vitest";
import type { Visit } from "./dwellAndFlows.ts";
import { occupied, stepsOf } from "./occupancy.ts";

const hourMs = 3_600_000;
const minuteMs = 60_000;
const visit = (fromMinute: number, toMinute: number): Visit =>
  ({ fromMs: fromMinute * minuteMs, toMs: toMinute * minuteMs }) as Visit;
const hours = (count: number, known = count) =>
  stepsOf({ fromMs: 0, toMs: count * hourMs }, new Set(Array.from({ length: known }, (_, nth) => nth * hourMs)), null);

test("a thing that enters as another leaves is never there together with it", () => {
  const visits = [visit(0, 30), visit(30, 60)];
  for (const inAnyOrder of [visits, visits.toReversed()])
    expect(occupied(inAnyOrder, hours(1))).toEqual([{ min: 1, mean: 1, max: 1 }]);
});

test("an hour's mean counts each thing by its share of the hour", () => {
  expect(occupied([visit(0, 60), visit(45, 75)], hours(2))).toEqual([
    { min: 1, mean: 1.25, max: 2 },
    { min: 0, mean: 0.25, max: 1 },
  ]);
});

test("an hour in which nothing was located is not known", () => {
  expect(occupied([visit(0, 60)], hours(2, 1))).toEqual([
    { min: 1, mean: 1, max: 1 },
    { min: null, mean: null, max: null },
  ]);
});
