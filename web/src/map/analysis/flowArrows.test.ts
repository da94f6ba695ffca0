import { distanceM } from "@pulse/geo/latLon";
import type { LineString } from "geojson";
import { expect, it } from "vitest";
import { flowArrows } from "./flowArrows.ts";

const metre = 1 / 111_195;
const placeOf = (id: string) => (id === "far" ? undefined : { lat: 51 + Number(id) * 10 * metre, lon: 7 });
const flow = (from: string, to: string, count: number) => ({ from: { id: from }, to: { id: to }, count });
const shafts = (flows: Parameters<typeof flowArrows>[0]) =>
  flowArrows(flows, placeOf).filter(({ geometry }) => geometry.type === "LineString");

it("the ten strongest movements between places on the map are arrows, the strongest on top", () => {
  const flows = Array.from({ length: 14 }, (_, nth) => flow(String(nth), String(nth + 1), nth + 1));
  const shares = shafts([...flows, flow("3", "far", 99), flow("3", "3", 99)]).map(
    ({ properties }) => (properties as { share: number }).share,
  );
  expect(shares).toHaveLength(10);
  expect(shares.at(-1)).toBe(1);
  expect(shares[0]).toBeCloseTo(5 / 14, 9);
});

it("an arrow lies beside the one of the other direction, and ends before its place", () => {
  const [there, back] = shafts([flow("0", "1", 2), flow("1", "0", 1)])
    .toReversed()
    .map(({ geometry }) => (geometry as LineString).coordinates.map(([lon, lat]) => ({ lat: lat!, lon: lon! })));
  expect(there![0]!.lon).toBeGreaterThan(7);
  expect(back![0]!.lon).toBeLessThan(7);
  expect(distanceM(there![0]!, there![1]!)).toBeLessThan(8);
});
