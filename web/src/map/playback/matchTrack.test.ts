import type { LatLon } from "@pulse/geo/latLon";
import { expect, it } from "vitest";
import { trackMatcher, type WalkFloor } from "./matchTrack.ts";
import { metreDeg, position, t0 } from "./trackSamples.ts";
import { trackOf } from "./track.ts";

const eastDeg = metreDeg / Math.cos((51 * Math.PI) / 180);
const at = (east: number, north: number): LatLon => ({ lat: 51 + north * metreDeg, lon: 7 + east * eastDeg });
const metres = ({ lat, lon }: LatLon): [east: number, north: number] => [(lon - 7) / eastDeg, (lat - 51) / metreDeg];

/** A corridor from west to east, 3 m wide, with a room north of it whose door is 14 m from the corridor's beginning. */
const floor: WalkFloor = {
  id: "floor",
  walls: [
    { id: "w1", points: [at(-2, -2), at(22, -2), at(22, 12), at(-2, 12), at(-2, -2)], lossDb: null },
    { id: "w2", points: [at(-2, 2), at(22, 2)], lossDb: null },
  ],
  doors: [{ id: "d1", at: [at(13.3, 2), at(14.7, 2)] }],
};
const walk = (places: readonly (readonly [east: number, north: number])[]) =>
  trackOf(places.map(([east, north], nth) => position(nth * 2000, nth * 2000, 0, { ...at(east, north) })));

/** Where a track crosses the wall between corridor and room, metres from the corridor's beginning. */
function crossings(track: ReturnType<typeof walk>): number[] {
  const places = track.positions.map(metres);
  return places.slice(1).flatMap(([east, north], nth) => {
    const [x, y] = places[nth]!;
    return y < 2 === north < 2 ? [] : [x + ((2 - y) / (north - y)) * (east - x)];
  });
}

it("a track along a corridor stays in it when noise puts some of its positions into a room", () => {
  const noisy = walk([
    [0, 0],
    [2, 0.4],
    [4, 2.9],
    [6, 3.1],
    [8, 0.6],
    [10, 0],
  ]);
  expect(crossings(noisy)).toHaveLength(2);
  const matched = trackMatcher([floor])(noisy);
  expect(crossings(matched)).toEqual([]);
  expect(matched.positions.map(metres).every(([, north]) => north < 2)).toBe(true);
});

it("a track into a room goes through its door, and passes its corners at the pace of its walk", () => {
  const track = walk([
    [8, 0],
    [10, 0],
    [11, 6],
    [11, 8],
  ]);
  const matched = trackMatcher([floor])(track);
  const [door, ...others] = crossings(matched);
  expect(others).toEqual([]);
  expect(door).toBeGreaterThan(13.2);
  expect(door).toBeLessThan(14.8);
  expect(matched.positions.length).toBeGreaterThan(track.positions.length);
  const times = [...matched.startsMs];
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(0)).toBe(t0);
  expect(times.at(-1)).toBe(t0 + 6000);
});

it("a track stays as it is where no wall is drawn, in open rooms, and over a long silence", () => {
  const track = walk([
    [0, 0],
    [5, 6],
  ]);
  expect(trackMatcher([{ id: "floor", walls: [], doors: [] }])(track)).toEqual(track);
  expect(trackMatcher([])(track)).toEqual(track);
  const straight = walk([
    [0, 0],
    [6, 1],
    [12, -1],
  ]);
  const places = trackMatcher([floor])(straight).positions.map(metres);
  expect(places.flat().map((value) => Number(value.toFixed(3)) + 0)).toEqual([0, 0, 6, 1, 12, -1]);
});

it("a track through a wall without a door stays a straight line", () => {
  const track = walk([
    [4, -1.5],
    [4, 8],
  ]);
  const matched = trackMatcher([{ ...floor, doors: [] }])(track);
  expect(crossings(matched).map(Math.round)).toEqual([4]);
});
