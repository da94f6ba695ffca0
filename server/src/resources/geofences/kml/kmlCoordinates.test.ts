import { expect, test } from "vitest";
import { kmlCoordinates } from "./kmlCoordinates.ts";

const two = [
  [4.1, 51.1],
  [4.2, 51.2],
];
test.each([
  ["spaces between places", "4.1,51.1 4.2,51.2"],
  ["altitudes", "4.1,51.1,0\n\t4.2,51.2,12.5\n"],
  ["commas alone, with altitudes", "4.1,51.1,0,4.2,51.2,0"],
  ["commas alone, without altitudes", "4.1,51.1,4.2,51.2"],
  ["spaces after commas", "4.1, 51.1, 0 4.2, 51.2, 0"],
  ["spaces around all commas", "4.1 , 51.1 , 0 , 4.2 , 51.2 , 0"],
  ["a comma after each place", "4.1,51.1, 4.2,51.2,"],
  ["no-break spaces", "4.1,51.1\u00A04.2,51.2"],
  ["semicolons", "4.1,51.1;4.2,51.2"],
])("places with %s are read as they were meant", (_what, text) => {
  expect(kmlCoordinates(text)).toEqual(two);
});

test("six numbers without spaces are read as the smaller shape, with or without altitudes", () => {
  expect(kmlCoordinates("4.1,51.1,4.2,51.1,4.2,51.2")).toEqual([
    [4.1, 51.1],
    [4.2, 51.1],
    [4.2, 51.2],
  ]);
  expect(kmlCoordinates("4.1,51.1,30,4.2,51.2,31")).toEqual(two);
});

test("what is no number is no place, and nothing is nothing", () => {
  expect(kmlCoordinates("4.1,abc 4.2,51.2")[0]).toEqual([4.1, Number.NaN]);
  expect(kmlCoordinates("4.1")).toEqual([[Number.NaN, Number.NaN]]);
  expect(kmlCoordinates(" \n ")).toEqual([]);
});
