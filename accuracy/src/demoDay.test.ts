import { harbourWarehouse } from "@pulse/simulator/demo/harbour/site";
import { cityHospital } from "@pulse/simulator/demo/hospital/site";
import { describe, expect, it } from "vitest";
import { demoDay } from "./demoDay.ts";
import { demoFigures } from "./demoFigures.ts";

/** The seed of the demo itself (cli/src/demo/prepare.ts). */
const SEED = 1;

describe("in the demo", () => {
  it.each([
    ["the warehouse", harbourWarehouse()],
    ["the hospital", cityHospital()],
  ])("the demo site %s shows no dot outside its walls or in mid-air, and none that leaps", (_, site) => {
    const figures = demoFigures(site, [...demoDay(site, { seed: SEED, seconds: 90 })]);
    expect(figures.fixes).toBeGreaterThan(5000);
    expect(figures.outside).toBe(0);
    expect(figures.jumps).toBe(0);
    expect(figures.wrongFloor / figures.fixes).toBeLessThan(0.01);
    expect(figures.p90M).toBeLessThan(7.5);
    // Its air is milder than the engine expects, and small residuals never narrow a circle.
    expect(figures.within68).toBeGreaterThan(0.64);
    expect(figures.within68).toBeLessThan(0.98);
    expect(figures.within95).toBeGreaterThan(0.92);
  });

  it("floors and motion in the demo are right again within three seconds of a restart", () => {
    const site = cityHospital();
    const restart = { atS: 60, downS: 30 };
    const endS = restart.atS + restart.downS;
    const fixes = [...demoDay(site, { seed: SEED, seconds: endS + 8, restart })];
    const after = fixes.filter(({ atS }) => atS > endS + 3);
    const figures = demoFigures(site, after);
    expect(figures.fixes).toBeGreaterThan(1000);
    expect(figures.wrongFloor / figures.fixes).toBeLessThan(0.01);
    expect(figures.wrongMotion / figures.fixes).toBeLessThan(0.08);
  });
});
