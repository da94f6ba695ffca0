import fc from "fast-check";
import { expect, it } from "vitest";
import { placementOf, placePlan } from "./floorPlan.ts";
import type { LatLon } from "./latLon.ts";
import { localFrame } from "./localFrame.ts";
import { changedPlacement, middleOf, placedAround } from "./placementChange.ts";
import { imageToWorld, matchErrorsM, matchPlan, worldToImage } from "./planMatch.ts";

const latLon = fc.record({
  lat: fc.double({ min: -75, max: 75, noNaN: true }),
  lon: fc.double({ min: -179, max: 179, noNaN: true }),
});
const share = fc.double({ min: 0, max: 1, noNaN: true });
const point = fc.record({ x: share, y: share });
const rotation = fc.double({ min: -179.9, max: 180, noNaN: true });
const width = fc.integer({ min: 2000, max: 8000 });
const placed = fc
  .record({ northWest: latLon, widthM: fc.double({ min: 5, max: 900, noNaN: true }), rotation, width, height: width })
  .map(({ northWest, widthM, rotation: deg, width: w, height }) => ({
    image: { width: w, height },
    placement: placementOf(northWest, widthM, (widthM * height) / w, deg),
  }));

function distanceToAreaM(a: LatLon, b: LatLon): number {
  const { x, y } = localFrame(a).toLocal(b);
  return Math.hypot(x, y);
}

it("a point of the plan returns from the world to within a thousandth of a pixel", () => {
  fc.assert(
    fc.property(placed, point, ({ placement, image }, { x, y }) => {
      const at = { x: x * image.width, y: y * image.height };
      const back = worldToImage(imageToWorld(at, placement, image), placement, image);
      expect(Math.hypot(back.x - at.x, back.y - at.y)).toBeLessThan(1e-3);
    }),
  );
});

it("points matched to their places restore the placement, to a millimetre", () => {
  fc.assert(
    fc.property(placed, fc.array(point, { minLength: 2, maxLength: 6 }), ({ placement, image }, shares) => {
      const points = shares.map(({ x, y }) => ({ x: x * image.width, y: y * image.height }));
      const isSpread = points.some((a) => Math.hypot(a.x - points[0]!.x, a.y - points[0]!.y) > image.width / 10);
      fc.pre(isSpread);
      const matches = points.map((each) => ({ image: each, at: imageToWorld(each, placement, image) }));
      const found = matchPlan(matches, image)!;
      const [nw, se] = [placement.northWest, placement.southEast];
      expect(distanceToAreaM(found.northWest, nw)).toBeLessThan(1e-3);
      expect(distanceToAreaM(found.southEast, se)).toBeLessThan(1e-3);
    }),
  );
});

it("the error of points that do not fit is shared among them and reported", () => {
  const image = { width: 1000, height: 500 };
  const placement = placementOf({ lat: 51, lon: 4 }, 100, 50, 20);
  const at = (x: number, y: number) => imageToWorld({ x, y }, placement, image);
  const matches = [
    { image: { x: 0, y: 0 }, at: at(0, 0) },
    { image: { x: 1000, y: 0 }, at: at(1000, 0) },
    // Ten pixels, one metre, off its place.
    { image: { x: 1000, y: 500 }, at: at(1010, 500) },
  ];
  const found = matchPlan(matches, image)!;
  const errors = matchErrorsM(matches, found, image);
  expect(Math.max(...errors)).toBeLessThan(0.8);
  expect(Math.max(...errors)).toBeGreaterThan(0.1);
});

it("one point, or the same point twice, gives no placement", () => {
  const image = { width: 100, height: 100 };
  const match = { image: { x: 3, y: 4 }, at: { lat: 1, lon: 1 } };
  expect(matchPlan([match], image)).toBeNull();
  expect(matchPlan([match, match], image)).toBeNull();
  expect(matchPlan([match, { image: { x: 9, y: 4 }, at: match.at }], image)).toBeNull();
});

it("a change of placement keeps the proportions and the point it is made around", () => {
  const factor = fc.double({ min: 0.2, max: 5, noNaN: true });
  fc.assert(
    fc.property(placed, point, rotation, factor, ({ placement, image }, { x, y }, turnDeg, by) => {
      const at = { x: x * image.width, y: y * image.height };
      const about = imageToWorld(at, placement, image);
      const after = changedPlacement(placement, { about, turnDeg, factor: by });
      expect(distanceToAreaM(imageToWorld(at, after, image), about)).toBeLessThan(1e-4);
      const [before, now] = [placePlan(placement), placePlan(after)];
      expect(now.widthM / before.widthM).toBeCloseTo(by, 6);
      expect(now.heightM / before.heightM).toBeCloseTo(by, 6);
    }),
  );
});

it("a change of placement followed by its opposite restores the placement", () => {
  fc.assert(
    fc.property(placed, rotation, ({ placement }, turnDeg) => {
      const about = middleOf(placement);
      const there = changedPlacement(placement, { about, turnDeg, factor: 1.5 });
      const back = changedPlacement(there, { about, turnDeg: -turnDeg, factor: 1 / 1.5 });
      expect(distanceToAreaM(back.northWest, placement.northWest)).toBeLessThan(1e-4);
      expect(distanceToAreaM(back.southEast, placement.southEast)).toBeLessThan(1e-4);
    }),
  );
});

it("a plan placed around a point is centred on it", () => {
  fc.assert(
    fc.property(latLon, (centre) => {
      const placement = placedAround(centre, 80, 40);
      expect(distanceToAreaM(middleOf(placement), centre)).toBeLessThan(1e-4);
    }),
  );
});
