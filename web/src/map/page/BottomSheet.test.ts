import { expect, it } from "vitest";
import { nearestSnapPoint, snapPointPx } from "./BottomSheet.tsx";

it("a dragged bottom sheet settles at the nearest of its three stops", () => {
  expect([60, 200, 300, 500, 700].map((px) => nearestSnapPoint(px, 784))).toEqual([
    "peek",
    "peek",
    "half",
    "half",
    "full",
  ]);
  expect(snapPointPx("peek", 784)).toBe(88);
});
