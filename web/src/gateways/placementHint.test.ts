import { expect, it } from "vitest";
import { nbsp } from "../text/translate.ts";
import { placementHint } from "./placementHint.ts";

const at = { floorId: "3", lat: 51.9, lon: 4.4 };
const saved = { ...at, health: ["far_from_floor"], outsideFloorM: 1020.4 };

it("the placement hint shows how far a gateway is outside its floor, until its place is edited", () => {
  expect(placementHint(at, saved)).toBe(
    `1,020${nbsp}m outside its floor. Drag the gateway, or click where it is mounted.`,
  );
  const usual = "Drag the gateway, or click where it is mounted.";
  for (const edited of [{ lat: 51.91 }, { lon: 4.41 }, { floorId: "4" }, { floorId: null }])
    expect(placementHint({ ...at, ...edited }, saved)).toBe(usual);
  expect(placementHint(at, { ...saved, health: [], outsideFloorM: 40 })).toBe(usual);
  expect(placementHint(at, undefined)).toBe(usual);
});

it("the placement hint asks for a place while there is none", () => {
  const none = "Not placed. Choose a floor and click on its plan.";
  for (const nowhere of [
    { lat: 0, lon: 0 },
    { lat: "", lon: "" },
    { lat: 51.9, lon: "" },
  ])
    expect(placementHint({ floorId: "3", ...nowhere }, undefined)).toBe(none);
});
