import fc from "fast-check";
import { expect, test } from "vitest";
import { shareOf } from "./shareOf.ts";

test("the shares of any number of processes add up to all partitions, and differ by one at most", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 64 }),
      (all, of) => {
        const shares = all.map((one) => shareOf(one, all, of));
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(of);
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
      },
    ),
  );
});

test("a process that is not announced has no share", () => {
  expect(shareOf("c", ["a", "b"], 16)).toBe(0);
});
