import { placePlan } from "@pulse/geo/floorPlan";
import { describe, expect, it } from "vitest";
import { type RoomsRejection, roomsInGeoJson } from "./geoJsonRooms.ts";

const plan = placePlan({
  northWest: { lat: 51.9, lon: 4.4 },
  southEast: { lat: 51.899, lon: 4.402 },
  rotationDeg: 0,
});
/** A ring of degrees around places on the plan, closed as in GeoJSON. */
const ring = (...places: [number, number][]) =>
  [...places, places[0]!].map(([x, y]) => {
    const { lat, lon } = plan.toLatLon({ x, y });
    return [lon, lat, 3];
  });
const square = (x: number, y: number, side = 5) => ring([x, y], [x + side, y], [x + side, y + side], [x, y + side]);
const feature = (properties: object | null, geometry: object | null) => ({ type: "Feature", properties, geometry });
const collection = (...features: object[]) => JSON.stringify({ type: "FeatureCollection", features });
const rejectionOf = (text: string): unknown => {
  try {
    return roomsInGeoJson(text, plan);
  } catch (error) {
    return error;
  }
};

describe("rooms in a GeoJSON file", () => {
  it("each polygon of a GeoJSON file becomes a room where it lies on the plan, named by its feature", () => {
    const text = collection(
      feature({ NAME: "Store", category: "storage" }, { type: "Polygon", coordinates: [square(1, 2)] }),
      feature({ ref: 12 }, { type: "MultiPolygon", coordinates: [[square(10, 2)], [square(20, 2)]] }),
      feature(null, { type: "Polygon", coordinates: [square(30, 2)] }),
    );
    const { rooms, leftOut, holes } = roomsInGeoJson(text, plan);
    expect(rooms.map(({ name, use }) => [name, use])).toEqual([
      ["Store", "storage"],
      ["12", ""],
      ["12 (2)", ""],
      ["", ""],
    ]);
    expect([leftOut, holes]).toEqual([0, 0]);
    const [store] = rooms;
    expect(store!.points).toHaveLength(4);
    expect(store!.points[2]!.x).toBeCloseTo(6, 4);
    expect(store!.points[2]!.y).toBeCloseTo(7, 4);
  });

  it("what encloses no area is counted, and holes are left out of rooms and counted", () => {
    const text = collection(
      feature({}, { type: "Point", coordinates: [4.4, 51.9] }),
      feature({}, null),
      feature({ name: "Line" }, { type: "Polygon", coordinates: [ring([1, 1], [2, 2])] }),
      feature({ name: "Ring" }, { type: "Polygon", coordinates: [square(1, 2, 9), square(3, 4, 2)] }),
    );
    const { rooms, leftOut, holes } = roomsInGeoJson(`\uFEFF${text}`, plan);
    expect([rooms.map(({ name }) => name), leftOut, holes]).toEqual([["Ring"], 3, 1]);
  });

  it.each([
    ["no JSON", "{nothing", "unreadable"],
    ["JSON of another kind", "[1,2]", "unreadable"],
    ["coordinates that are no numbers", '{"type":"Feature","geometry":{"type":"Polygon","coordinates":"x"}}', "none"],
    ["no areas", collection(feature({}, null)), "none"],
    [
      "more rooms than a floor may have",
      collection(...Array.from({ length: 1_001 }, () => feature({}, { type: "Polygon", coordinates: [square(1, 1)] }))),
      "tooMany",
    ],
  ])("a file with %s is rejected with the reason", (_what, text, reason) => {
    expect(rejectionOf(text)).toMatchObject({ name: "RoomsRejection", reason });
  });

  it("a file whose areas are all elsewhere is rejected with the distance, as of exchanged coordinates", () => {
    const swapped = square(1, 1).map(([lon, lat]) => [lat, lon]);
    const error = rejectionOf(JSON.stringify({ type: "Polygon", coordinates: [swapped] })) as RoomsRejection;
    expect(error.reason).toBe("elsewhere");
    expect(error.distanceM).toBeGreaterThan(6_000_000);
  });
});
