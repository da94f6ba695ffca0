import { expect, it } from "vitest";
import { alsoChosen, shownFloors } from "./floorChoice.ts";

const plans = ["a0", "a1", "b0", "b1", "b2"].map((id) => ({ id, buildingId: id[0]!, level: Number(id[1]) }));

it("the map shows the chosen floor, and the nearest level of every other building", () => {
  expect(shownFloors(plans, [])).toEqual(["a0", "b0"]);
  expect(shownFloors(plans, ["a1"])).toEqual(["a1", "b1"]);
  expect(shownFloors(plans, ["b2"])).toEqual(["a1", "b2"]);
});

it("the map keeps the other buildings' floors when a floor of one is chosen", () => {
  const first = alsoChosen(plans, shownFloors(plans, []), "a1");
  expect(shownFloors(plans, first)).toEqual(["a1", "b0"]);
  const second = alsoChosen(plans, shownFloors(plans, first), "b2");
  expect(second[0]).toBe("b2");
  expect(shownFloors(plans, second)).toEqual(["a1", "b2"]);
});
