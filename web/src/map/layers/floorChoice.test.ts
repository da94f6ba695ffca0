import { expect, it } from "vitest";
import { chosenAfter, floorPerBuilding, fullestBuilding, isListedOn, shownFloors } from "./floorChoice.ts";

const plans = ["a0", "a1", "b0", "b1", "b2"].map((id) => ({ id, buildingId: id[0]!, level: Number(id[1]) }));

it("the map opens on one floor of one building, and on none while the building is not known", () => {
  expect(shownFloors(plans, [], "b")).toEqual(["b0"]);
  expect(shownFloors(plans, [], null)).toEqual([]);
  expect(shownFloors(plans, ["deleted"], "a")).toEqual(["a0"]);
});

it("choosing a floor shows its building alone", () => {
  expect(chosenAfter(plans, ["a0"], "b2")).toEqual(["b2"]);
  expect(shownFloors(plans, ["b2"], "a")).toEqual(["b2"]);
});

it("all buildings together keep one floor each, the nearest level where none was chosen", () => {
  expect(floorPerBuilding(plans, ["a1"])).toEqual(["a1", "b1"]);
  expect(shownFloors(plans, ["b2", "a0"], "a")).toEqual(["a0", "b2"]);
  const next = chosenAfter(plans, ["a0", "b0"], "b2");
  expect(next[0]).toBe("b2");
  expect(shownFloors(plans, next, "a")).toEqual(["a0", "b2"]);
});

it("the fullest building is the one whose floors hold most assets together", () => {
  expect(fullestBuilding(plans, ["a0", "a0", "b0", "b1", "b2", null, "deleted"])).toBe("b");
  expect(fullestBuilding(plans, [])).toBe("a");
  expect(fullestBuilding([], ["a0"])).toBeNull();
});

it("the list has the assets of the shown floors and those that are drawn on every floor", () => {
  const isListed = isListedOn(["a0", "b1"], plans);
  const still = (floorId: string | null) => isListed({ floorId, status: "still" });
  expect(["a0", "a1", "b1", "b2", null, "deleted"].map(still)).toEqual([true, false, true, false, true, true]);
  expect(isListed({ floorId: null, status: "never" })).toBe(false);
});
