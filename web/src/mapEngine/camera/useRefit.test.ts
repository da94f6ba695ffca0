import { expect, it } from "vitest";
import { hasChangedMuch } from "./useRefit.ts";

it("the map fits again after a change of more than a quarter in either direction, such as a rotated tablet", () => {
  const upright = { widthPx: 756, heightPx: 1128 };
  expect(hasChangedMuch(upright, { widthPx: 960, heightPx: 716 })).toBe(true);
  expect(hasChangedMuch(upright, { widthPx: 756, heightPx: 800 })).toBe(true);
  expect(hasChangedMuch(upright, { widthPx: 700, heightPx: 1000 })).toBe(false);
});
