import { expect, it } from "vitest";
import { namedRooms, shareRight } from "./namedRooms.ts";

it("a stated room is right about as often as its probability says", () => {
  const named = Array.from({ length: 24 }, (_, nth) => namedRooms(2951 + nth)).flat();
  const { right, said } = shareRight(named);
  expect(named.length).toBeGreaterThan(4000);
  expect(Math.abs(right - said)).toBeLessThan(0.1);
  const sure = shareRight(named.filter(({ probability }) => probability > 0.8));
  expect(sure.right).toBeGreaterThan(0.8);
});
