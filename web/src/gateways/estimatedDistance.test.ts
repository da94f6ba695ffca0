import { localFrame } from "@pulse/geo/localFrame";
import { expect, it } from "vitest";
import { nbsp } from "../text/translate.ts";
import { estimatedDistance } from "./estimatedDistance.ts";

const northWest = { lat: 51.9, lon: 4.4 };
/** A hall of 65 m by 40 m: its diagonal is 76 m. */
const hall = { northWest, southEast: localFrame(northWest).toLatLon({ x: 65, y: -40 }) };

it("a distance by signal strength has a decimal up to ten metres, and none beyond", () => {
  expect(estimatedDistance(4.13, hall)).toBe(`4.1${nbsp}m`);
  expect(estimatedDistance(23.48, hall)).toBe(`23${nbsp}m`);
});

it("a distance by signal strength that leads out of the gateway's hall is only far", () => {
  expect(estimatedDistance(105.8, hall)).toBe("far");
  expect(estimatedDistance(75, hall)).toBe(`75${nbsp}m`);
  expect(estimatedDistance(75, undefined)).toBe("far");
});
