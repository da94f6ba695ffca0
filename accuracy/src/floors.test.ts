import { describe, expect, it } from "vitest";
import { BUILDINGS, playBuilding } from "./floors.ts";

const buildingNamed = (name: string) => BUILDINGS.find((one) => one.name === name)!;

describe("in a made-up building", () => {
  it("a tracker that stays is located on its floor, and one in a lift is followed within seconds", () => {
    const { fixes, wrong, followsS } = playBuilding(buildingNamed("three gateways a floor, slab 10 dB"), 1);
    expect(fixes).toBeGreaterThan(1000);
    expect(wrong / fixes).toBeLessThan(0.02);
    expect(followsS).toHaveLength(12);
    expect(Math.max(...followsS)).toBeLessThan(15);
  });

  it("wooden slabs put hardly a fix on a wrong floor without marking it uncertain", () => {
    const { fixes, wrong, wrongUnsaid } = playBuilding(buildingNamed("three gateways a floor, wood, 6 dB"), 1);
    expect(wrong / fixes).toBeLessThan(0.15);
    expect(wrongUnsaid / fixes).toBeLessThan(0.02);
  });
});
