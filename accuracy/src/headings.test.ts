import { expect, it } from "vitest";
import { headingFigures, type HeadingFigures } from "./headings.ts";
import { WALKS } from "./walkedTracks.ts";

const SEEDS = Array.from({ length: 12 }, (_, nth) => 3301 + nth);
const figuresOf = (name: string): HeadingFigures =>
  headingFigures(
    WALKS.find((walk) => walk.name === name)!,
    SEEDS,
  );

it.each(["hall, 1.4 m/s", "office, 1.4 m/s"])("a walker's heading is roughly right: %s", (name) => {
  const { medianDeg, p90Deg, drawn, after3S, walkerMoves } = figuresOf(name);
  expect(medianDeg).toBeLessThan(32);
  expect(p90Deg).toBeLessThan(85);
  expect(Math.min(drawn, walkerMoves)).toBeGreaterThan(0.9);
  expect(after3S).toBeGreaterThan(0.42);
});

it("a forklift's heading follows a turn within three seconds", () => {
  expect(figuresOf("hall, 4 m/s").after3S).toBeGreaterThan(0.8);
});

it("a still asset is seldom shown with a heading", () => {
  expect(figuresOf("hall, 0 m/s").stillDrawn).toBeLessThan(0.08);
  expect(figuresOf("office, 0 m/s").stillDrawn).toBeLessThan(0.25);
});
