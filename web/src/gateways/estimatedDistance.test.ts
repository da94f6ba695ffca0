import { localFrame } from "@pulse/geo/localFrame";
import { expect, it } from "vitest";
import { nbsp } from "../text/translate.ts";
import { estimatedDistance } from "./estimatedDistance.ts";

const northWest = { lat: 51.9, lon: 4.4 };
const at = (x: number, y: number) => localFrame(northWest).toLatLon({ x, y: -y });
/** A hall of 65 m by 40 m on a plan that is larger. */
const hall = {
  outline: [at(0, 0), at(65, 0), at(65, 40), at(0, 40)],
  corners: [at(-20, -20), at(90, -20), at(90, 60), at(-20, 60)] as [
    typeof northWest,
    typeof northWest,
    typeof northWest,
    typeof northWest,
  ],
};

it("a distance by signal strength has a decimal up to ten metres, and none beyond", () => {
  expect(estimatedDistance(4.13, at(0, 0), hall)).toBe(`4.1${nbsp}m`);
  expect(estimatedDistance(23.48, at(0, 0), hall)).toBe(`23${nbsp}m`);
});

it("a distance by signal strength that leads out of the gateway's hall is only far", () => {
  expect(estimatedDistance(105.8, at(0, 0), hall)).toBe("far");
  expect(estimatedDistance(75, at(0, 0), hall)).toBe(`75${nbsp}m`);
  // From the middle of the hall no corner is that far away.
  expect(estimatedDistance(45, at(32, 20), hall)).toBe("far");
  expect(estimatedDistance(75, at(0, 0), { ...hall, outline: null })).toBe(`75${nbsp}m`);
  expect(estimatedDistance(75, at(0, 0), undefined)).toBe("far");
});
