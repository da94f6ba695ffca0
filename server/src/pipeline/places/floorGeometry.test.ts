import { expect, test } from "vitest";
import { elevationsOf, type FloorPlace } from "./floorGeometry.ts";

const floor = (id: string, level: number, ceiling: number, elevation: number | null = null): FloorPlace => ({
  id,
  building_id: id.slice(0, 1),
  level,
  ceiling_height_m: ceiling,
  elevation,
  nw_lat: 0,
  nw_lon: 0,
  se_lat: 0,
  se_lon: 0,
  rotation_deg: 0,
});

test("level 0 is at zero, higher levels add the ceilings below, and basements subtract their own", () => {
  const elevations = elevationsOf([
    floor("a2", 2, 3),
    floor("a0", 0, 4),
    floor("a1", 1, 3.5),
    floor("a-1", -1, 2.8),
    floor("a-2", -2, 2),
  ]);
  expect(Object.fromEntries(elevations)).toEqual({ a0: 0, a1: 4, a2: 7.5, "a-1": -2.8, "a-2": -4.8 });
});

test("a floor height set by hand applies to its own floor, and buildings do not affect each other", () => {
  const elevations = elevationsOf([floor("a0", 0, 4), floor("a1", 1, 3, 6.2), floor("b0", 0, 9), floor("b1", 1, 3)]);
  expect(Object.fromEntries(elevations)).toEqual({ a0: 0, a1: 6.2, b0: 0, b1: 9 });
});
