import type { Geofence } from "@pulse/contract/geofences";
import { distanceM } from "@pulse/geo/latLon";
import { describe, expect, it } from "vitest";
import { mapFences, shownFences } from "./mapFences.ts";
import { firstViewOf } from "../model/mapView.ts";

const dock: [number, number][] = [
  [7, 51],
  [7.001, 51],
  [7.001, 51.001],
  [7, 51],
];

const geofence = (name: string, given: Partial<Geofence> = {}): Geofence =>
  ({
    id: name,
    name,
    type: "polygon",
    shape: { type: "Polygon", coordinates: [dock] },
    lat: 51,
    lon: 7,
    radius: null,
    floorIds: [],
    hiddenOnMap: false,
    ...given,
  }) as Geofence;

describe("the geofences on the map", () => {
  const { layers } = firstViewOf({ hideGeofences: false });
  const all = mapFences([
    geofence("everywhere"),
    geofence("below", { floorIds: ["ground"] }),
    geofence("both", { floorIds: ["ground", "first"] }),
    geofence("hidden", { hiddenOnMap: true }),
  ]);
  const namesOn = (floors: readonly string[], change: Partial<typeof layers> = {}): string[] =>
    shownFences(all, floors, { ...layers, ...change }).map(({ name }) => name);

  it("the geofences on the map are those of the shown floors and those of all floors", () => {
    expect(namesOn(["ground"])).toEqual(["everywhere", "below", "both"]);
    expect(namesOn(["first"])).toEqual(["everywhere", "both"]);
    expect(namesOn([])).toEqual(["everywhere"]);
  });

  it("the geofences on the map exclude hidden ones unless requested, and are none while the layer is off", () => {
    expect(namesOn(["first"], { hiddenGeofences: true })).toEqual(["everywhere", "both", "hidden"]);
    expect(namesOn(["first"], { geofences: false, hiddenGeofences: true })).toEqual([]);
  });
});

it("the map knows which of its geofences are restricted", () => {
  const drawn = mapFences([geofence("dock", { restricted: false }), geofence("quarantine", { restricted: true })]);
  expect(drawn.map(({ isRestricted }) => isRestricted)).toEqual([false, true]);
});

describe("the area of a geofence", () => {
  it("the area of a geofence is a closed ring of 48 corners for a circle, each at the circle's radius", () => {
    const circle = geofence("bay", { type: "circle", shape: null, lat: 51, lon: 7, radius: 4.5 });
    const [{ parts }] = mapFences([circle]) as [ReturnType<typeof mapFences>[number]];
    const ring = parts[0]![0]!;
    expect(parts).toHaveLength(1);
    expect(ring).toHaveLength(49);
    expect(ring.at(-1)).toEqual(ring[0]);
    for (const [lon, lat] of ring) expect(distanceM({ lat: 51, lon: 7 }, { lat, lon })).toBeCloseTo(4.5, 1);
  });

  it("the area of a geofence keeps the holes and parts of its shape", () => {
    const shape = { type: "MultiPolygon" as const, coordinates: [[dock, dock.toReversed()], [dock]] };
    expect(mapFences([geofence("two", { shape })])[0]?.parts).toEqual(shape.coordinates);
  });
});
