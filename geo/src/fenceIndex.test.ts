import fc from "fast-check";
import { expect, it } from "vitest";
import { circleArea, polygonArea } from "./fenceArea.ts";
import { fenceIndex } from "./fenceIndex.ts";
import { atOneOf, probabilityInside, withinRadius } from "./fenceProbability.ts";
import { closedRing } from "./fenceShape.ts";
import { localFrame } from "./localFrame.ts";

const frame = localFrame({ lat: 51.9, lon: 4.4 });
const within = (metres: number) => fc.double({ min: -metres, max: metres, noNaN: true });
const circle = fc.record({ x: within(2000), y: within(2000), radius: fc.double({ min: 0.5, max: 900, noNaN: true }) });

it("the geofence index finds every geofence at or near a place, also after geofences were moved or deleted", () => {
  fc.assert(
    fc.property(
      fc.array(circle, { minLength: 1, maxLength: 60 }),
      fc.array(circle, { maxLength: 20 }),
      fc.record({ x: within(2500), y: within(2500) }),
      fc.double({ min: 0, max: 150, noNaN: true }),
      (first, moved, at, distanceM) => {
        const index = fenceIndex<string>();
        const areas = new Map<string, ReturnType<typeof circleArea>>();
        for (const [nth, { x, y, radius }] of [...first.entries(), ...moved.entries()]) {
          const area = circleArea(frame.toLatLon({ x, y }), radius);
          areas.set(String(nth), area);
          index.set(String(nth), area.bounds);
        }
        index.delete("0");
        areas.delete("0");
        const place = frame.toLatLon(at);
        const found = index.near(place, distanceM);
        for (const [id, area] of areas) if (area.depthM(place) > -distanceM) expect([...found]).toContain(id);
        expect(found.has("0")).toBe(false);
      },
    ),
  );
});

it("the probability of being in a geofence is a half at a straight edge, certain beyond reach, else its cells' share", () => {
  const field = polygonArea({
    type: "Polygon",
    coordinates: [
      closedRing(
        [
          [0, -100],
          [200, -100],
          [200, 100],
          [0, 100],
        ].map(([x, y]) => {
          const { lat, lon } = frame.toLatLon({ x: x!, y: y! });
          return [lon, lat];
        }),
      ),
    ],
  });
  const at = (x: number): number => probabilityInside(field, withinRadius(frame.toLatLon({ x, y: 0 }), 3));
  const { reachM } = withinRadius(frame.origin, 3);
  expect(at(0)).toBeCloseTo(0.5, 1);
  // One standard deviation, 1.99 m, inside: 0.84.
  expect(at(1.99)).toBeCloseTo(0.84, 1);
  expect([at(reachM + 0.1), at(-reachM - 0.1)]).toEqual([1, 0]);
  // Seven of ten places are two metres inside; a round distribution around the middle of all ten would say otherwise.
  const cells = Array.from({ length: 10 }, (_, nth) => [nth < 7 ? 2 : -4, nth]).flat();
  expect(probabilityInside(field, atOneOf(cells, frame))).toBeCloseTo(0.7, 9);
});
