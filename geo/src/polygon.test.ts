import fc from "fast-check";
import { expect, it } from "vitest";
import { distanceToAreaM, crossesItself, signedAreaM2 } from "./polygon.ts";

const square = [
  { x: 0, y: 0 },
  { x: 4, y: 0 },
  { x: 4, y: 3 },
  { x: 0, y: 3 },
];

it("the area of a polygon is positive if the corners go anticlockwise", () => {
  expect(signedAreaM2(square)).toBe(12);
  expect(signedAreaM2(square.toReversed())).toBe(-12);
});

it("a bow tie is distinguished from a square", () => {
  expect(crossesItself(square)).toBe(false);
  expect(crossesItself([square[0]!, square[2]!, square[1]!, square[3]!])).toBe(true);
});

it("a side that runs back over another is detected", () => {
  const doubled = [...square, { x: 0, y: 1 }, { x: 4, y: 1 }];
  expect(crossesItself(doubled)).toBe(true);
});

it.each([
  ["beside it", [[6, 0], [6, 9]], 2], // prettier-ignore
  ["beyond a corner", [[7, 7], [9, 9]], 5], // prettier-ignore
  ["across it", [[-5, 1], [9, 1]], 0], // prettier-ignore
  ["in it", [[1, 1], [2, 2]], 0], // prettier-ignore
])("the distance of a line %s is measured", (_where, line, metres) => {
  const points = line.map(([x, y]) => ({ x: x!, y: y! }));
  expect(distanceToAreaM({ points, isArea: false }, square)).toBe(metres);
});

it("an area around another is at distance 0, a line around it is not", () => {
  const points = square.map(({ x, y }) => ({ x: x * 3 - 4, y: y * 3 - 3 }));
  expect(distanceToAreaM({ points, isArea: true }, square)).toBe(0);
  expect(distanceToAreaM({ points, isArea: false }, square)).toBe(3);
});

it("a star around its centre never crosses itself", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 1, max: 50, noNaN: true }), { minLength: 3, maxLength: 30 }), (radii) => {
      const star = radii.map((radius, nth) => {
        const angle = (2 * Math.PI * nth) / radii.length;
        return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
      });
      expect(crossesItself(star)).toBe(false);
      expect(signedAreaM2(star)).toBeGreaterThan(0);
    }),
  );
});
