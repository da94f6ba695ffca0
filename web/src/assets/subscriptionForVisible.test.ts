import { Watch } from "@pulse/contract/live";
import { expect, it } from "vitest";
import { type Shown, subscriptionForVisible } from "./subscriptionForVisible.ts";

const id = (nth: number): string => `0198c1b2-0007-7000-8000-${String(nth).padStart(12, "0")}`;
const nothing = (): undefined => undefined;
const metre = 1 / 111_195;
const asset = (nth: number): Shown => ({ id: id(nth), assetId: id(nth), at: { lat: 51, lon: 7 } });
const loose = (nth: number, lat = 51): Shown => ({ id: id(nth), assetId: null, at: { lat, lon: 7 } });

/** Whether the server would report a position of no watched asset at once. */
const reports = ({ box, floorIds }: Watch, lat: number, lon: number): boolean =>
  floorIds === null && box !== null && lat <= box.northWest.lat && lat >= box.southEast.lat && lon >= box.northWest.lon;

it("a page watches each asset that it shows once, and no place", () => {
  const watch = subscriptionForVisible([asset(1), asset(2), asset(1)], nothing, null);
  expect(watch).toMatchObject({ floorIds: [], assetIds: [id(1), id(2)] });
  expect(reports(watch, 51, 7)).toBe(false);
  expect(Watch.safeParse(watch).success).toBe(true);
});

it("a page without anything on it watches nothing", () => {
  expect(subscriptionForVisible([], nothing, null)).toMatchObject({ floorIds: [], assetIds: [] });
});

it("a page watches no more assets than the server takes", () => {
  const many = Array.from({ length: 100 }, (_, nth) => asset(nth));
  expect(Watch.safeParse(subscriptionForVisible(many, nothing, null)).success).toBe(true);
});

it("a page of a tracker without an asset watches its surroundings, and follows it once it has left them", () => {
  const first = subscriptionForVisible([loose(1)], nothing, null);
  expect(reports(first, 51, 7)).toBe(true);
  expect(reports(first, 51 + 40 * metre, 7)).toBe(false);
  expect(subscriptionForVisible([loose(1)], () => ({ lat: 51 + 10 * metre, lon: 7 }), first)).toBe(first);
  const next = subscriptionForVisible([loose(1)], () => ({ lat: 51 + 40 * metre, lon: 7 }), first);
  expect(reports(next, 51 + 40 * metre, 7)).toBe(true);
});

it("a list of several trackers without assets watches no place: their surroundings may be the whole site", () => {
  const watch = subscriptionForVisible([loose(1), loose(2, 52), asset(3)], nothing, null);
  expect(reports(watch, 51, 7)).toBe(false);
  expect(watch.assetIds).toEqual([id(3)]);
});
