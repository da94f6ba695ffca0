import { expect, it } from "vitest";
import { floorNameOf, levelOf } from "./floorNameOf.ts";

it.each([
  ["Erdgeschoss.png", "Erdgeschoss"],
  ["2. Obergeschoss Verwaltung.svg", "2 Obergeschoss Verwaltung"],
  ["2.OG.pdf", "2 OG"],
  ["Plan 1.5.dxf", "Plan 1-5"],
  ["North_Hall.jpeg", "North_Hall"],
])("a floor whose plan is in %s is called %s", (file, name) => {
  expect(floorNameOf(file)).toBe(name);
});

it.each([
  ["Erdgeschoss", 0],
  ["EG Halle 2", 0],
  ["2 Obergeschoss Verwaltung", 2],
  ["1 OG", 1],
  ["Keller", -1],
  ["Floor 3", 3],
  ["Level -2", -2],
  ["2nd floor", 2],
  ["Dach", null],
  ["Halle 7", null],
  ["Eggert", null],
])("the name %s says the level %s", (name, level) => {
  expect(levelOf(name)).toBe(level);
});
