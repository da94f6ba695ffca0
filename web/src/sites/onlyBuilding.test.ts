import { expect, it } from "vitest";
import { floorOptions } from "./floorOptions.ts";
import { onlyBuildingOf, withoutBuilding } from "./onlyBuilding.ts";

const floor = (id: string, buildingName: string) => ({
  id,
  name: `Floor ${id}`,
  buildingId: buildingName,
  buildingName,
});

it("a site's only building is left out of places in words, and out of nothing else", () => {
  const only = onlyBuildingOf([floor("1", "Warehouse"), floor("2", "Warehouse")]);
  expect(withoutBuilding("Warehouse · Floor 1 · Dock", only)).toBe("Floor 1 · Dock");
  expect(withoutBuilding("Warehouse", only)).toBe("Warehouse");
  expect(withoutBuilding("Floor 1 · Warehouse · Dock", only)).toBe("Floor 1 · Warehouse · Dock");
});

it("places and floors name their building where a site has several", () => {
  const several = [floor("1", "Wards"), floor("2", "Laboratory")];
  expect(onlyBuildingOf(several)).toBeNull();
  expect(onlyBuildingOf([])).toBeNull();
  expect(withoutBuilding("Wards · Floor 1", null)).toBe("Wards · Floor 1");
  expect(floorOptions(several).map(({ label }) => label)).toEqual(["Wards · Floor 1", "Laboratory · Floor 2"]);
  expect(floorOptions([floor("1", "Wards"), floor("2", "Wards")]).map(({ label }) => label)).toEqual([
    "Floor 1",
    "Floor 2",
  ]);
});
