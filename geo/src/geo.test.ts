import fc from "fast-check";
import { expect, test } from "vitest";
import { placementOf, placePlan } from "./floorPlan.ts";
import { distanceM } from "./latLon.ts";
import { localFrame } from "./localFrame.ts";

const latLon = fc.record({
  lat: fc.double({ min: -80, max: 80, noNaN: true }),
  lon: fc.double({ min: -179, max: 179, noNaN: true }),
});
const metres = fc.double({ min: -2000, max: 2000, noNaN: true });

test("a conversion from metres to degrees and back is exact to a tenth of a millimetre", () => {
  fc.assert(
    fc.property(latLon, metres, metres, (origin, x, y) => {
      const frame = localFrame(origin);
      const back = frame.toLocal(frame.toLatLon({ x, y }));
      expect(Math.hypot(back.x - x, back.y - y)).toBeLessThan(1e-4);
    }),
  );
});

test("a local distance agrees with the great circle within the ellipsoid's flattening", () => {
  fc.assert(
    fc.property(latLon, metres, metres, (origin, x, y) => {
      const there = localFrame(origin).toLatLon({ x, y });
      const flat = Math.hypot(x, y);
      fc.pre(flat > 1);
      expect(Math.abs(distanceM(origin, there) / flat - 1)).toBeLessThan(0.007);
    }),
  );
});

test("a plan keeps its size and both corners under any rotation", () => {
  const size = fc.double({ min: 5, max: 300, noNaN: true });
  const rotation = fc.double({ min: -180, max: 180, noNaN: true });
  fc.assert(
    fc.property(latLon, size, size, rotation, (northWest, widthM, heightM, rotationDeg) => {
      const placement = placementOf(northWest, widthM, heightM, rotationDeg);
      const plan = placePlan(placement);
      expect(plan.widthM).toBeCloseTo(widthM, 4);
      expect(plan.heightM).toBeCloseTo(heightM, 4);
      expect(plan.corners[0]).toEqual(placement.northWest);
      expect(plan.corners[2]).toEqual(placement.southEast);
      const point = plan.toImage(plan.toLatLon({ x: widthM / 3, y: heightM / 4 }));
      expect(point.x).toBeCloseTo(widthM / 3, 4);
      expect(point.y).toBeCloseTo(heightM / 4, 4);
    }),
  );
});

test("turning clockwise by 90 degrees sends the image's top edge south", () => {
  const plan = placePlan(placementOf({ lat: 51, lon: 4 }, 40, 25, 90));
  const [nw, ne] = plan.corners;
  expect(ne.lat).toBeLessThan(nw.lat);
  expect(Math.abs(ne.lon - nw.lon)).toBeLessThan(1e-9);
});
