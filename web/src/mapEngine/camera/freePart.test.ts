import { expect, it } from "vitest";
import { freePart, isCovered } from "./freePart.ts";

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

it("the free part of a map is the rectangle beside a card in which a plan is largest", () => {
  const card = box(588, 12, 948, 393);
  const buttons = box(12, 12, 186, 56);
  expect(freePart({ widthPx: 960, heightPx: 716, boxes: [card, buttons] }, 1.4)).toEqual({
    top: 76,
    right: 392,
    bottom: 20,
    left: 20,
  });
});

it("a wide plan goes below a card that leaves too little beside it", () => {
  const card = box(200, 0, 800, 100);
  expect(freePart({ widthPx: 800, heightPx: 600, boxes: [card] }, 2)).toMatchObject({ top: 120, left: 20 });
});

it("a sheet that leaves nothing of the map does not count", () => {
  const sheet = box(0, 64, 390, 788);
  const search = box(12, 12, 378, 60);
  const free = freePart({ widthPx: 390, heightPx: 788, boxes: [sheet, search] }, 1.4);
  expect(free).toEqual({ top: 80, right: 20, bottom: 20, left: 20 });
});

it("a map without anything over it is free to its edges", () => {
  expect(freePart({ widthPx: 300, heightPx: 200, boxes: [] }, 1)).toEqual({ top: 20, right: 20, bottom: 20, left: 20 });
});

it("a marker is covered if a card reaches over half of it, or if it is at the map's edge", () => {
  const cover = { widthPx: 400, heightPx: 300, boxes: [box(100, 100, 200, 200)] };
  expect(isCovered(cover, 150, 150)).toBe(true);
  expect(isCovered(cover, 90, 150)).toBe(true);
  expect(isCovered(cover, 70, 150)).toBe(false);
  expect(isCovered(cover, 300, 295)).toBe(true);
  expect(isCovered(cover, -50, 100)).toBe(true);
});
