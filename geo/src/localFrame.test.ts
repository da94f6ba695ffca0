import fc from "fast-check";
import { expect, it } from "vitest";
import type { LatLon } from "./latLon.ts";
import { localFrame } from "./localFrame.ts";

const radians = Math.PI / 180;

/** The place on the WGS 84 ellipsoid `distanceM` from `from` at `bearing` (Vincenty 1975, direct). */
function onEllipsoid(from: LatLon, bearing: number, distanceM: number): LatLon {
  const [a, f] = [6_378_137, 1 / 298.257_223_563];
  const b = a * (1 - f);
  const u1 = Math.atan((1 - f) * Math.tan(from.lat * radians));
  const sigma1 = Math.atan2(Math.tan(u1), Math.cos(bearing));
  const sinAlpha = Math.cos(u1) * Math.sin(bearing);
  const cos2Alpha = 1 - sinAlpha ** 2;
  const uu = (cos2Alpha * (a * a - b * b)) / (b * b);
  const A = 1 + (uu / 16_384) * (4096 + uu * (-768 + uu * (320 - 175 * uu)));
  const B = (uu / 1024) * (256 + uu * (-128 + uu * (74 - 47 * uu)));
  let sigma = distanceM / (b * A);
  let mid = 0;
  for (let step = 0; step < 20; step++) {
    mid = Math.cos(2 * sigma1 + sigma);
    const [sin, cos] = [Math.sin(sigma), Math.cos(sigma)];
    const inner = cos * (2 * mid ** 2 - 1) - (B / 6) * mid * (4 * sin ** 2 - 3) * (4 * mid ** 2 - 3);
    sigma = distanceM / (b * A) + B * sin * (mid + (B / 4) * inner);
  }
  const [sin, cos] = [Math.sin(sigma), Math.cos(sigma)];
  const across = Math.sin(u1) * sin - Math.cos(u1) * cos * Math.cos(bearing);
  const lat = Math.atan2(
    Math.sin(u1) * cos + Math.cos(u1) * sin * Math.cos(bearing),
    (1 - f) * Math.hypot(sinAlpha, across),
  );
  const lambda = Math.atan2(sin * Math.sin(bearing), Math.cos(u1) * cos - Math.sin(u1) * sin * Math.cos(bearing));
  const C = (f / 16) * cos2Alpha * (4 + f * (4 - 3 * cos2Alpha));
  const turned = lambda - (1 - C) * f * sinAlpha * (sigma + C * sin * (mid + C * cos * (2 * mid ** 2 - 1)));
  return { lat: lat / radians, lon: from.lon + turned / radians };
}

it("within 1 km of its origin the flat frame is off by less than 0.1 m × tan(latitude), and a centimetre", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -80, max: 80, noNaN: true }),
      fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
      fc.double({ min: 0, max: 1000, noNaN: true }),
      (lat, bearing, distanceM) => {
        const origin = { lat, lon: 10 };
        const flat = localFrame(origin).toLocal(onEllipsoid(origin, bearing, distanceM));
        const offM = Math.hypot(flat.x - distanceM * Math.sin(bearing), flat.y - distanceM * Math.cos(bearing));
        expect(offM).toBeLessThan(0.1 * Math.abs(Math.tan(lat * radians)) + 0.01);
      },
    ),
    { numRuns: 500 },
  );
});

it("the flat frame is off by more than 5 cm at 1 km and 60° of latitude, so the bound is not generous", () => {
  const origin = { lat: 60, lon: 10 };
  const bearing = Math.PI / 4;
  const flat = localFrame(origin).toLocal(onEllipsoid(origin, bearing, 1000));
  const offM = Math.hypot(flat.x - 1000 * Math.sin(bearing), flat.y - 1000 * Math.cos(bearing));
  expect(offM).toBeGreaterThan(0.05);
});
