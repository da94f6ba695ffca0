import fc from "fast-check";
import { expect, it } from "vitest";
import { chips, sortings } from "../list/assetFilter.ts";
import { firstViewOf, type MapView, readView, writeView } from "./mapView.ts";

const firstView = firstViewOf({ hideGeofences: false });
const number = (most: number, digits: number) =>
  fc.double({ min: -most, max: most, noNaN: true }).map((value) => Number(value.toFixed(digits)) + 0);

const views: fc.Arbitrary<MapView> = fc.record({
  filter: fc.record({
    text: fc.string({ maxLength: 200 }).map((text) => (text.trim() === "" ? "" : text)),
    chip: fc.constantFrom(...chips),
    type: fc.option(fc.string({ minLength: 1 })),
    fence: fc.option(fc.uuid()),
  }),
  sorting: fc.constantFrom(...sortings),
  isAllFloors: fc.boolean(),
  isFollowing: fc.boolean(),
  layers: fc.record({
    gateways: fc.boolean(),
    trackers: fc.boolean(),
    confidence: fc.boolean(),
    otherFloors: fc.boolean(),
    underlay: fc.boolean(),
    geofences: fc.boolean(),
    hiddenGeofences: fc.boolean(),
  }),
  camera: fc.option(
    fc.record({
      lat: number(85, 6),
      lon: number(180, 6),
      zoom: number(24, 2).map(Math.abs),
      bearing: number(180, 1),
    }),
  ),
});

it("a map address restores every view completely", () => {
  fc.assert(
    fc.property(views, fc.boolean(), (view, hideGeofences) => {
      const first = firstViewOf({ hideGeofences });
      const address = writeView(new URLSearchParams("floor=a&asset=b"), view, first).toString();
      expect(readView(new URLSearchParams(address), first)).toEqual(view);
      expect(address).toContain("floor=a&asset=b");
    }),
  );
});

it("a default view adds nothing to the map's address", () => {
  const told = writeView(new URLSearchParams("q=pump&layers=none&at=1,2,3,4&floor=a"), firstView, firstView);
  expect(told.toString()).toBe("floor=a");
});

it("invalid values in a map address are ignored", () => {
  for (const wrong of ["status=asleep", "sort=luck", "at=north", "at=91,0,18", "at=1,2", "at=,,,", "list=none"])
    expect(readView(new URLSearchParams(wrong), firstView)).toEqual(firstView);
});

it("geofences are shown unless the site hides them, and an address that names layers decides", () => {
  const opened = (address: string, hideGeofences: boolean): boolean =>
    readView(new URLSearchParams(address), firstViewOf({ hideGeofences })).layers.geofences;
  expect(opened("", false)).toBe(true);
  expect(opened("", true)).toBe(false);
  expect(opened("layers=gateways,geofences", true)).toBe(true);
  expect(opened("layers=gateways", false)).toBe(false);
});
