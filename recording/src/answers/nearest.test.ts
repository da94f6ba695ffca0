import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

const variants = [
  { query: { site_id: "a" } },
  { query: { site_id: "a", health: "silent" } },
  { query: { site_id: "b" } },
];

test("the answer with the same parameters is chosen", () => {
  expect(nearest(variants, { site_id: "a", health: "silent" })).toBe(variants[1]);
  expect(nearest(variants, { site_id: "b" })).toBe(variants[2]);
});

test("times and pages do not tell recorded answers apart", () => {
  const asked = { site_id: "a", start_time_utc: "2026-11-29T10:00:00Z", page: "3", limit: "20" };
  expect(nearest(variants, asked)).toBe(variants[0]);
});

test("the answer with the fewest other parameters is chosen if none has the same", () => {
  expect(nearest(variants, { site_id: "a", type: "Forklift" })).toBe(variants[0]);
});

test("an answer about another site is no answer", () => {
  expect(nearest(variants, { site_id: "c" })).toBeNull();
});
