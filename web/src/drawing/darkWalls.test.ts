import fc from "fast-check";
import { expect, it } from "vitest";
import type { GreyImage } from "./darkBands.ts";
import { darkWalls, lengthOf } from "./darkWalls.ts";
import { undrawn } from "./suggestedWalls.ts";

// Five centimetres per pixel.
const mPerPx = { x: 0.05, y: 0.05 };
const white = (width: number, height: number): GreyImage => ({
  width,
  height,
  grey: new Uint8Array(width * height).fill(255),
});
function ink(image: GreyImage, x: number, y: number, w: number, h: number, grey = 60): void {
  for (let row = y; row < y + h; row++)
    image.grey.fill(grey, row * image.width + x, row * image.width + Math.min(x + w, image.width));
}
const rounded = (walls: ReturnType<typeof darkWalls>) =>
  walls.map(({ a, b }) => [a.x, a.y, b.x, b.y].map((value) => Number(value.toFixed(2))));

it("the search for walls finds the four of a room, ending where the middles of two walls meet", () => {
  const image = white(260, 180);
  // 10 m × 6 m inside, 0.2 m thick.
  for (const [x, y, w, h] of [
    [20, 20, 204, 4],
    [20, 140, 204, 4],
    [20, 20, 4, 124],
    [220, 20, 4, 124],
  ] as const)
    ink(image, x, y, w, h);
  const walls = darkWalls(image, mPerPx);
  expect(rounded(walls)).toEqual([
    [1.1, 1.1, 11.1, 1.1],
    [1.1, 7.1, 11.1, 7.1],
    [1.1, 1.1, 1.1, 7.1],
    [11.1, 1.1, 11.1, 7.1],
  ]);
  expect(walls.every(({ thicknessM }) => Math.abs(thicknessM - 0.2) < 1e-9)).toBe(true);
});

it("the search for walls ignores what is pale, short or an area, and an empty image", () => {
  const image = white(200, 200);
  ink(image, 10, 10, 150, 4, 190);
  ink(image, 10, 40, 12, 4);
  ink(image, 60, 60, 100, 100);
  expect(darkWalls(image, mPerPx)).toEqual([]);
  expect(darkWalls(white(1, 1), mPerPx)).toEqual([]);
});

it("the search for walls takes a line with small gaps for one wall, and ends a wall at a doorway", () => {
  const image = white(300, 40);
  ink(image, 10, 10, 100, 4);
  ink(image, 114, 10, 60, 4);
  ink(image, 200, 10, 60, 4);
  expect(rounded(darkWalls(image, mPerPx))).toEqual([
    [0.5, 0.6, 8.7, 0.6],
    [10, 0.6, 13, 0.6],
  ]);
});

it("the search for walls takes the faces of a wall and its windows for one, and a cupboard's front for another", () => {
  const image = white(300, 60);
  // Dark at both faces, and between them only beside the windows.
  ink(image, 10, 10, 280, 2);
  ink(image, 10, 16, 280, 2);
  for (const x of [10, 130, 250]) ink(image, x, 12, 40, 4);
  ink(image, 10, 30, 280, 2);
  expect(rounded(darkWalls(image, mPerPx))).toEqual([
    [0.5, 0.7, 14.5, 0.7],
    [0.5, 1.55, 14.5, 1.55],
  ]);
});

it("the search for walls finds one anywhere and at any length, to a pixel", () => {
  const size = 160;
  fc.assert(
    fc.property(
      fc.nat(90),
      fc.nat(150),
      // From 2.5 m on: shorter ones that touch no other are strokes of text.
      fc.integer({ min: 50, max: 60 }),
      fc.integer({ min: 2, max: 6 }),
      fc.boolean(),
      (along, across, long, thick, isUpright) => {
        const image = white(size, size);
        if (isUpright) ink(image, across, along, thick, long);
        else ink(image, along, across, long, thick);
        const walls = darkWalls(image, mPerPx);
        expect(walls).toHaveLength(1);
        expect(lengthOf(walls[0]!)).toBeCloseTo(long * 0.05, 6);
        const { a } = walls[0]!;
        const [x, y] = isUpright ? [across + thick / 2, along] : [along, across + thick / 2];
        expect(Math.hypot(a.x - x * 0.05, a.y - y * 0.05)).toBeLessThan(0.05);
      },
    ),
  );
});

it("the search for walls does not suggest one that is already drawn", () => {
  const at = (x: number, y: number) => ({ x, y });
  const line = (ax: number, ay: number, bx: number, by: number) => ({ a: at(ax, ay), b: at(bx, by), thicknessM: 0.2 });
  const drawn = [
    { kind: "wall" as const, points: [at(0, 0), at(10, 0), at(10, 8)] },
    { kind: "room" as const, points: [at(0, 4), at(5, 4), at(5, 8)] },
  ];
  const lines = [line(1, 0.1, 9, 0.1), line(10, 0, 10, 8), line(8, 0, 14, 0), line(0, 4, 5, 4)];
  expect(undrawn(lines, drawn)).toEqual(lines.slice(2));
});

it("the search for walls takes the strokes of room numbers and furniture for no walls", () => {
  const image = white(400, 200);
  for (const [x, y, w, h] of [
    // A room of 15 m × 8 m.
    [20, 20, 304, 4],
    [20, 180, 304, 4],
    [20, 20, 4, 164],
    [320, 20, 4, 164],
    // "14", 1.5 m high: a stroke, and three that touch.
    [100, 90, 4, 30],
    [130, 90, 4, 18],
    [130, 106, 20, 4],
    [146, 90, 4, 30],
    // A table of 1.8 m × 1 m.
    [200, 100, 36, 3],
    [200, 120, 36, 3],
    [200, 100, 3, 23],
    [233, 100, 3, 23],
  ] as const)
    ink(image, x, y, w, h);
  expect(darkWalls(image, mPerPx)).toHaveLength(4);
});

it("the search for walls keeps a short piece of wall between two doorways, and one that joins a wall", () => {
  const image = white(400, 200);
  for (const [x, y, w, h] of [
    // 5 m, a doorway of 1 m, a piece of 1 m, another doorway, 5 m.
    [20, 20, 100, 4],
    [140, 20, 20, 4],
    [180, 20, 100, 4],
    // A piece of 1.2 m at a right angle to the first.
    [60, 20, 4, 28],
  ] as const)
    ink(image, x, y, w, h);
  expect(rounded(darkWalls(image, mPerPx))).toHaveLength(4);
});
