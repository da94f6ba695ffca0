import { expect, it } from "vitest";
import { isOtherPart } from "./useRefit.ts";

it("the map fits again after a change of more than a quarter in either direction, such as a rotated tablet", () => {
  const upright = { widthPx: 756, heightPx: 1128 };
  expect(isOtherPart(upright, { widthPx: 960, heightPx: 716 })).toBe(true);
  expect(isOtherPart(upright, { widthPx: 756, heightPx: 800 })).toBe(true);
  expect(isOtherPart(upright, { widthPx: 700, heightPx: 1000 })).toBe(false);
});
