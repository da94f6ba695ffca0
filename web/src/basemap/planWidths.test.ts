import { expect, it } from "vitest";
import { firstWidth, pictureWidth, planAddress, widthToRequest } from "./planWidths.ts";

it("a plan is requested as wide as it appears, and as it is when that is no narrower", () => {
  expect([300, 1280, 1281, 2560, 4000, 6000].map((px) => widthToRequest(px, 9000))).toEqual([
    1024,
    1024,
    2048,
    2048,
    4096,
    Infinity,
  ]);
  expect(widthToRequest(300, 900)).toBe(Infinity);
  expect(widthToRequest(3000, 4096)).toBe(Infinity);
  expect(widthToRequest(300, null)).toBe(1024);
  expect(planAddress("/files/1", 1024)).toBe("/files/1?width=1024");
  expect(planAddress("/files/1", Infinity)).toBe("/files/1");
});

it("a phone gets 1,024 px of a plan first, whatever its screen, and a wall display more", () => {
  expect(firstWidth(390 * 3, 4096)).toBe(1024);
  expect(firstWidth(1440, 4096)).toBe(1024);
  expect(firstWidth(3840, 9000)).toBe(4096);
});

it("a picture is at most twice as wide as it appears", () => {
  expect([4096, 2048, 1100, 500, 100].map((px) => pictureWidth(4096, px))).toEqual([4096, 2048, 2048, 512, 256]);
});
