import { cityHospital } from "@pulse/simulator/demo/hospital/site";
import { expect, it } from "vitest";
import { AIRS, wallFigures } from "./drawnWalls.ts";

it("drawn walls improve the positions of assets at rest in the hospital", () => {
  const day = { seed: 2840, seconds: 25, fromS: 15, radio: AIRS["harsh"]!, learns: false };
  const site = cityHospital();
  const plain = wallFigures(site, { ...day, hasWalls: false });
  const walled = wallFigures(site, { ...day, hasWalls: true });
  expect(walled["at rest"].medianM).toBeLessThan(0.95 * plain["at rest"].medianM);
});
