import { expect, it } from "vitest";
import { coordinateText } from "../placing/coordinateText.ts";
import { editableCoordinates, parseCoordinates } from "./coordinates.ts";

it.each([
  ["51.9, 4.4", { lat: 51.9, lon: 4.4 }],
  [" -36.84268;174.77441 ", { lat: -36.84268, lon: 174.77441 }],
  ["−36.8 174.7", { lat: -36.8, lon: 174.7 }],
  ["51.9°, 4.4°", { lat: 51.9, lon: 4.4 }],
  ["51,9, 4,4", { lat: 51.9, lon: 4.4 }],
  ["51°54'N 4°24'E", { lat: 51.9, lon: 4.4 }],
  ["https://www.openstreetmap.org/#map=17/51.9/4.4", { lat: 51.9, lon: 4.4 }],
  ["", { lat: 0, lon: 0 }],
])("the text %j is read as a site's place", (typed, place) => {
  expect(parseCoordinates(typed)).toEqual(place);
});

it.each(["51.9", "91, 4", "51, 181", "here", "NaN, 4"])("the text %j is refused as a site's place", (typed) => {
  expect(parseCoordinates(typed)).toBeNull();
});

it("a site's place is shown with five decimals and edited without losing a centimetre", () => {
  const place = { lat: 51.90123456, lon: -4.4 };
  expect(coordinateText(place)).toBe("51.90123, −4.40000");
  expect(parseCoordinates(editableCoordinates(place))).toEqual({ lat: 51.9012346, lon: -4.4 });
  expect(editableCoordinates({ lat: 0, lon: 0 })).toBe("");
});
