import type { FloorPlan } from "@pulse/contract/sites";
import { placementOf, placePlan } from "@pulse/geo/floorPlan";
import { distanceM } from "@pulse/geo/latLon";
import { expect, it } from "vitest";
import { fitPlans, groundCircle } from "./planGeometry.ts";
import { pxPerM } from "./scale.ts";

const plan = (id: string, buildingId: string, level: number, rotationDeg = 0): FloorPlan => {
  const placement = placementOf({ lat: -36.8427, lon: 174.7744 }, 100, 60, rotationDeg);
  return {
    id,
    version: 1,
    name: id,
    level,
    ...placement,
    corners: placePlan(placement).corners,
    ceilingHeightM: 8,
    image: null,
    imageUrl: null,
    imageWidth: null,
    imageHeight: null,
    outline: null,
    walls: [],
    doors: [],
    lifts: [],
    rooms: [],
    siteId: "s",
    buildingId,
    buildingName: buildingId,
  };
};
const noPadding = { top: 0, right: 0, bottom: 0, left: 0 };

it("the map fits a turned plan as tightly as a straight one, since it turns with the plan", () => {
  for (const rotation of [0, 30, 200]) {
    const fit = fitPlans([plan("1", "b", 0, rotation)], 1000, 600, noPadding)!;
    expect(pxPerM(fit.zoom, fit.centre.lat)).toBeCloseTo(10, 1);
    expect(fit.bearing).toBe(rotation);
  }
});

it("the map's fit leaves the padding free", () => {
  const fit = fitPlans([plan("1", "b", 0)], 1000, 800, { ...noPadding, left: 500 })!;
  expect(pxPerM(fit.zoom, fit.centre.lat)).toBeCloseTo(5, 1);
});

it("the map's fit keeps a third of a small window for the plan, however much covers it", () => {
  const fit = fitPlans([plan("1", "b", 0)], 300, 180, { ...noPadding, top: 62, bottom: 208 })!;
  expect(pxPerM(fit.zoom, fit.centre.lat)).toBeCloseTo(1, 2);
});

it("a confidence circle is drawn at its real radius", () => {
  const centre = { lat: -36.84, lon: 174.77 };
  const away = groundCircle(centre, 7.5).map(([lon, lat]) => distanceM(centre, { lat, lon }));
  for (const metres of away) expect(Math.abs(metres - 7.5)).toBeLessThan(0.05);
});
