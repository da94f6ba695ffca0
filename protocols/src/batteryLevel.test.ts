import * as fc from "fast-check";
import { expect, test } from "vitest";
import { batteryLevelOfMv } from "./batteryLevel.ts";

test("a full cell is 100 %, a dead one 0 %, and a higher voltage is never a lower charge", () => {
  expect([batteryLevelOfMv(3300), batteryLevelOfMv(3000), batteryLevelOfMv(2700), batteryLevelOfMv(1900)]).toEqual([
    100, 100, 20, 0,
  ]);
  const millivolts = fc.integer({ min: 0, max: 5000 });
  fc.assert(
    fc.property(millivolts, millivolts, (a, b) => {
      expect(batteryLevelOfMv(Math.max(a, b))).toBeGreaterThanOrEqual(batteryLevelOfMv(Math.min(a, b)));
    }),
  );
});
