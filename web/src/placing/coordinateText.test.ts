import { expect, it } from "vitest";
import { coordinateText, metresNumber, readCoordinate, readNumber } from "./coordinateText.ts";

it("a coordinate is shown in degrees to 5 decimals and in metres to 4", () => {
  expect(coordinateText({ lat: -36.842678, lon: 174.7744123 })).toBe("−36.84268, 174.77441");
  expect(metresNumber(100.4)).toBe("100.4000");
});

it.each([
  ["-36.84268, 174.77441", { lat: -36.84268, lon: 174.77441 }],
  ["  51.05 4.37 ", { lat: 51.05, lon: 4.37 }],
  ["−36.8;174", { lat: -36.8, lon: 174 }],
  ["51,05, 4,37", { lat: 51.05, lon: 4.37 }],
  ["51.05° N, 4.37° E", { lat: 51.05, lon: 4.37 }],
  ["", { lat: 0, lon: 0 }],
])("the text %j is read as a place", (text, place) => {
  expect(readCoordinate(text)).toEqual(place);
});

it.each(["91, 0", "0, 181", "51.05", "north, 4", "1, 2, 3"])("the text %j is refused as a place", (text) => {
  expect(readCoordinate(text)).toBeNull();
});

it("a coordinate's number is read with a point or a comma, and nothing else", () => {
  expect([readNumber("12.5"), readNumber("12,5"), readNumber("−3"), readNumber("1e3"), readNumber("")]).toEqual([
    12.5,
    12.5,
    -3,
    null,
    null,
  ]);
});
