import { expect, it } from "vitest";
import { isFitted } from "./calibration.ts";

it("a fit leaves out a reference beacon that is off its place, unless it is on its floor and a gateway is to blame", () => {
  const since = "2026-11-20T08:00:00.000Z";
  expect(isFitted({ drift: null })).toBe(true);
  expect(isFitted({ drift: { since, offM: 7, cause: "gateway" } })).toBe(true);
  expect(isFitted({ drift: { since, offM: null, cause: "gateway" } })).toBe(false);
  for (const cause of ["strength", "moved", null] as const)
    expect(isFitted({ drift: { since, offM: 7, cause } })).toBe(false);
});
