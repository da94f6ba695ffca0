import { placementOf, placePlan } from "@pulse/geo/floorPlan";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parsePlacement } from "./planPlacement.ts";

const place = fc.record({
  lat: fc.double({ min: -80, max: 80, noNaN: true }),
  lon: fc.double({ min: -179, max: 179, noNaN: true }),
});
const sideM = fc.double({ min: 1, max: 500, noNaN: true });
const turnDeg = fc.double({ min: -179.9, max: 180, noNaN: true });

it("four corners give a plan the same place as two corners with a rotation", () => {
  fc.assert(
    fc.property(place, sideM, sideM, turnDeg, (northWest, widthM, heightM, rotationDeg) => {
      const placement = placementOf(northWest, widthM, heightM, rotationDeg);
      const { corners } = placePlan(placement);
      const given = parsePlacement({ corners });
      if ("message" in given) throw new Error(given.message);
      const again = placePlan(given);
      // Rounding turns a short side more than a long one.
      expect(Math.abs(again.widthM - widthM)).toBeLessThan(1e-3 + widthM * 1e-4);
      expect(Math.abs(again.heightM - heightM)).toBeLessThan(1e-3 + heightM * 1e-4);
      expect(parsePlacement(placement)).toMatchObject({ northWest, southEast: placement.southEast });
    }),
  );
});

it("plan corners in the wrong order, mirrored or not square are refused", () => {
  const [nw, ne, se, sw] = placePlan(placementOf({ lat: 50, lon: 8 }, 40, 20, 25)).corners;
  expect(parsePlacement({ corners: [ne, nw, sw, se] })).toMatchObject({ path: "corners" });
  expect(parsePlacement({ corners: [nw, se, ne, sw] })).toMatchObject({ path: "corners" });
  const pushed = { lat: ne.lat + 0.0001, lon: ne.lon };
  expect(parsePlacement({ corners: [nw, pushed, se, sw] })).toMatchObject({ path: "corners" });
});
